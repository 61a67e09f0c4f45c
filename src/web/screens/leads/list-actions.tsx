import { useQuery } from "@tanstack/react-query";
import { Copy, Download, Ellipsis, Plus, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { ReviewLink } from "#web/actions/review-link.tsx";
import { exportLabel, useExportLeads } from "#web/actions/use-export-leads.ts";
import { duplicateCountQuery } from "#web/api/leads/duplicates.ts";
import { type LeadListView, type LeadPage, leadPageQuery } from "#web/api/leads/lead-list.ts";
import { useMay } from "#web/api/use-may.ts";
import { formatTotal } from "#web/format/number.ts";
import { useHasLeadPanel, useIsListWide } from "#web/screens/leads/lead-panel.ts";
import type { Picked } from "#web/screens/leads/selection/lead-selection.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import type { ExportedLeads } from "#web/api/leads/leads.ts";
import { exportViewOf } from "#web/screens/leads/leads-view.ts";

interface ListActionsProps {
  listView: LeadListView;
  total: LeadPage["total"] | undefined;
  picked: Picked;
  /** Query string of the list's URL. */
  search: string;
  onDuplicates: () => void;
  onImport: () => void;
  onAdd: () => void;
}

/** Actions on the list as a whole, in one row: with less room, most are in a menu, on phones in the toolbar's. */
export function ListActions(props: ListActionsProps) {
  const { listView, total, picked, search, onDuplicates, onImport, onAdd } = props;
  const isNarrow = useIsNarrow();
  const isWide = useIsListWide();
  const hasPanel = useHasLeadPanel();
  return (
    <>
      <ReviewLink search={search} />
      {!isNarrow && (
        <>
          {isWide && (
            <IfAllowed to="work">
              <DuplicatesButton onOpen={onDuplicates} />
            </IfAllowed>
          )}
          <ExportMenu listView={listView} total={total} picked={picked} isShort={!isWide} />
        </>
      )}
      <IfAllowed to="intake">
        {isWide && (
          <Button icon={<Upload aria-hidden />} onClick={onImport}>
            Import
          </Button>
        )}
        {!isWide && !isNarrow && <ListMenu {...props} exports={false} />}
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
          <span className={hasPanel ? "sr-only" : "max-lg:sr-only"}>Add lead</span>
        </Button>
      </IfAllowed>
    </>
  );
}

interface ListMenuProps extends Pick<ListActionsProps, "listView" | "total" | "picked" | "onDuplicates" | "onImport"> {
  exports?: boolean;
  /** More items, before the others. */
  children?: ReactNode;
}

/** The actions that have no room. */
export function ListMenu(props: ListMenuProps) {
  const { listView, total, picked, onDuplicates, onImport, exports = true, children } = props;
  const exporting = useExportLeads();
  const { data: duplicates } = useQuery(duplicateCountQuery);
  const mayWork = useMay("work");
  const mayImport = useMay("intake");
  return (
    <Menu trigger={<IconButton label="List actions" icon={<Ellipsis aria-hidden />} busy={exporting.running} />}>
      {children}
      {mayWork && duplicates !== undefined && duplicates.count > 0 && (
        <MenuItem icon={<Copy aria-hidden />} onSelect={onDuplicates}>
          Review duplicates {formatTotal(duplicates)}
        </MenuItem>
      )}
      {mayImport && (
        <MenuItem icon={<Upload aria-hidden />} onSelect={onImport}>
          Import
        </MenuItem>
      )}
      {exports && (
        <ExportChoices
          listView={listView}
          total={total}
          picked={picked}
          onExport={(filter) => void exporting.run({ filter })}
        />
      )}
    </Menu>
  );
}

interface ExportMenuProps {
  listView: LeadListView;
  /** How many leads are listed; undefined while loading. */
  total: LeadPage["total"] | undefined;
  picked: Picked;
}

/** Exports, each with the leads it contains and how many. */
function ExportMenu({ isShort, ...props }: ExportMenuProps & { isShort: boolean }) {
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
function ExportChoices({
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

/** Opens the possible duplicates; hidden when there are none. */
function DuplicatesButton({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(duplicateCountQuery);
  if (data === undefined || data.count === 0) return null;
  return (
    <Button icon={<Copy aria-hidden />} onClick={onOpen}>
      <span>Duplicates</span>
      <span className="text-muted tabular-nums">{formatTotal(data)}</span>
    </Button>
  );
}
