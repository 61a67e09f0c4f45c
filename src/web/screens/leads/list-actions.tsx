import { useQuery } from "@tanstack/react-query";
import { Copy, Ellipsis, Plus, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { ReviewLink } from "#web/actions/review-link.tsx";
import { useExportLeads } from "#web/actions/use-export-leads.ts";
import { duplicateCountQuery } from "#web/api/leads/duplicates.ts";
import type { LeadListView, LeadPage } from "#web/api/leads/lead-list.ts";
import { useMay } from "#web/api/use-may.ts";
import { formatTotal } from "#web/format/number.ts";
import { DuplicatesButton } from "#web/screens/leads/duplicates/duplicates-button.tsx";
import { ExportChoices, ExportMenu } from "#web/screens/leads/export-menu.tsx";
import { useHasLeadPanel, useIsListWide } from "#web/screens/leads/lead-panel.ts";
import type { Picked } from "#web/screens/leads/selection/lead-selection.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";

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
