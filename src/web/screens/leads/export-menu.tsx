import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { exportLabel, useExportLeads } from "#web/actions/use-export-leads.ts";
import { type LeadListView, leadPageQuery, type LeadPage } from "#web/api/leads/lead-list.ts";
import type { ExportedLeads } from "#web/api/leads/leads.ts";
import { exportViewOf } from "#web/screens/leads/leads-view.ts";
import type { Picked } from "#web/screens/leads/selection/lead-selection.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";

interface ExportMenuProps {
  listView: LeadListView;
  /** How many leads are listed; undefined while loading. */
  total: LeadPage["total"] | undefined;
  picked: Picked;
}

/** Exports, each with the leads it contains and how many. */
export function ExportMenu({ isShort, ...props }: ExportMenuProps & { isShort: boolean }) {
  const exporting = useExportLeads();
  return (
    <Menu
      trigger={
        <Button icon={<Download aria-hidden />} busy={exporting.running} busyLabel="Exporting...">
          <span className={isShort ? "sr-only" : ""}>Export</span>
        </Button>
      }
    >
      <ExportChoices {...props} onExport={(filter) => void exporting.run({ filter })} />
    </Menu>
  );
}

/** Items of a menu, rendered only while it is open, so that nothing is counted before. */
export function ExportChoices({
  listView,
  total,
  picked,
  onExport,
}: ExportMenuProps & { onExport: (filter: ExportedLeads) => void }) {
  const { sort, status, ...filters } = listView;
  const hasFilters = Object.keys(filters).length > 0;
  const matching = hasFilters ? "matching " : "";
  const chosen = exportViewOf(listView);
  const { data: counted } = useQuery({ ...leadPageQuery(chosen, 1), enabled: status === undefined });
  const { data: everything } = useQuery({ ...leadPageQuery({}, 1), enabled: hasFilters || status !== undefined });
  const isListed = status === undefined && hasFilters;
  return (
    <>
      {!picked.isAll && picked.ids.size > 0 && (
        <MenuItem onSelect={() => onExport({ ids: [...picked.ids] })}>Export {picked.ids.size} selected</MenuItem>
      )}
      <MenuItem onSelect={() => onExport(chosen)}>
        {exportLabel(status === undefined ? counted?.total : total, `${matching}${chosen.status}`)}
      </MenuItem>
      {isListed && (
        <MenuItem onSelect={() => onExport({ ...listView, status: "all" })}>
          {exportLabel(total, "matching", "all")}
        </MenuItem>
      )}
      <MenuItem onSelect={() => onExport({ sort, status: "all" })}>
        {exportLabel(hasFilters || status !== undefined ? everything?.total : total, "", "all")}
      </MenuItem>
    </>
  );
}
