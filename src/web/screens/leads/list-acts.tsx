import { Download, Plus, Upload } from "lucide-react";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { ReviewLink } from "#web/acts/review-link.tsx";
import { useExportLeads } from "#web/acts/use-export-leads.ts";
import type { LeadListView } from "#web/api/lead-list.ts";
import { DuplicatesButton } from "#web/screens/leads/duplicates/duplicates-button.tsx";
import { exportViewOf, type LeadsView } from "#web/screens/leads/leads-view.ts";
import { ViewsMenu } from "#web/screens/leads/views/views-menu.tsx";
import { Button } from "#web/ui/button.tsx";
import { useIsNarrow } from "#web/ui/media.ts";

interface ListActsProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
  listView: LeadListView;
  /** The query part of the list's address. */
  search: string;
  onDuplicates: () => void;
  onImport: () => void;
  onAdd: () => void;
}

/** What is done with the list as a whole. */
export function ListActs({ view, change, listView, search, onDuplicates, onImport, onAdd }: ListActsProps) {
  const exporting = useExportLeads();
  // On a phone the views stand with the filters, where there is room.
  const isNarrow = useIsNarrow();
  return (
    <>
      <ReviewLink search={search} />
      <IfAllowed to="work">
        <DuplicatesButton onOpen={onDuplicates} />
      </IfAllowed>
      {!isNarrow && <ViewsMenu view={view} change={change} />}
      <Button
        icon={<Download aria-hidden />}
        busy={exporting.running}
        busyLabel="Exporting..."
        onClick={() => void exporting.run({ filter: exportViewOf(listView) })}
      >
        <span className="max-xl:sr-only">Export</span>
      </Button>
      <IfAllowed to="intake">
        <Button icon={<Upload aria-hidden />} onClick={onImport}>
          <span className="max-xl:sr-only">Import</span>
        </Button>
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
          <span className="max-md:sr-only">Add lead</span>
        </Button>
      </IfAllowed>
    </>
  );
}
