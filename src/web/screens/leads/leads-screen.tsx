import { Download, Plus, Upload } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { useExportLeads } from "#web/acts/use-export-leads.ts";
import { useLeadStatusAct } from "#web/acts/use-lead-status-act.ts";
import { detailOf } from "#web/api/api-error.ts";
import { formatTotal } from "#web/format/number.ts";
import { Page } from "#web/layout/page.tsx";
import { AddLeadDialog } from "#web/screens/leads/form/add-lead-dialog.tsx";
import { useImportAddress } from "#web/screens/leads/import/import-address.ts";
import { LeadSheet } from "#web/screens/leads/sheet/lead-sheet.tsx";
import { LeadTable, LeadTableSkeleton } from "#web/screens/leads/lead-table.tsx";
import { useLeadsAddress } from "#web/screens/leads/leads-address.ts";
import { LeadsEmpty } from "#web/screens/leads/leads-empty.tsx";
import { LeadsToolbar } from "#web/screens/leads/leads-toolbar.tsx";
import { DEFAULT_VIEW, exportViewOf, isFiltered, listViewOf } from "#web/screens/leads/leads-view.ts";
import { useCurrentLead } from "#web/screens/leads/use-current-lead.ts";
import { type LeadWindow, useLeadWindow } from "#web/screens/leads/use-lead-window.ts";
import { useLeadsView } from "#web/screens/leads/use-leads-view.ts";
import { useListKeys } from "#web/screens/leads/use-list-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { Notice } from "#web/ui/notice.tsx";

const ImportSheet = lazy(async () => ({
  default: (await import("#web/screens/leads/import/import-sheet.tsx")).ImportSheet,
}));

/** Every lead, searched, filtered and sorted; the open one in a sheet over the list. */
export function LeadsScreen() {
  const address = useLeadsAddress();
  const imports = useImportAddress();
  const { view, change } = useLeadsView();
  const listView = useMemo(() => listViewOf(view), [view]);
  const leads = useLeadWindow(listView);
  const current = useCurrentLead(leads, listView, address.leadId);
  const decide = useLeadStatusAct();
  const exporting = useExportLeads();
  const onDecide: Parameters<typeof useListKeys>[2] = (id, status) => void decide(id, status);
  useListKeys(current, address.openLead, onDecide);
  useStartAtTop(listView);

  const openAdd = (): void => address.openDialog("new");
  const isEmpty = leads.rows.length === 0 && leads.start === 0;
  return (
    <Page width="full">
      <Card
        flush
        title={
          <>
            All Leads{" "}
            <span className="font-normal text-muted tabular-nums">
              {leads.total === undefined ? "" : `(${formatTotal(leads.total)})`}
            </span>
          </>
        }
        actions={
          <>
            <Button
              icon={<Download aria-hidden />}
              busy={exporting.running}
              busyLabel="Exporting..."
              onClick={() => void exporting.run({ filter: exportViewOf(view) })}
            >
              <span className="max-md:sr-only">Export</span>
            </Button>
            <Button icon={<Upload aria-hidden />} onClick={() => imports.open("")}>
              <span className="max-md:sr-only">Import</span>
            </Button>
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={openAdd}>
              Add lead
            </Button>
          </>
        }
      >
        <LeadsToolbar view={view} change={change} onSearched={() => current.move(1)} />
        {leads.isLoading ? (
          <LeadTableSkeleton sort={view.sort} />
        ) : leads.error !== null && isEmpty ? (
          <ErrorPanel
            title="The leads could not be loaded."
            detail={detailOf(leads.error)}
            busy={leads.isReading}
            onRetry={leads.retry}
          />
        ) : isEmpty ? (
          <LeadsEmpty
            isFiltered={isFiltered(view)}
            onClear={() => change({ ...DEFAULT_VIEW, sort: view.sort })}
            onAdd={openAdd}
            onImport={() => imports.open("")}
          />
        ) : (
          <LeadTable
            leads={leads}
            current={current}
            sort={view.sort}
            search={address.search}
            onSort={(sort) => change({ sort })}
            onOpen={address.openLead}
            onDecide={onDecide}
          />
        )}
        {leads.error !== null && !isEmpty && <NotAllRead leads={leads} error={leads.error} />}
      </Card>
      <output className="sr-only">{leads.total === undefined ? "" : `${formatTotal(leads.total)} leads found`}</output>
      <LeadSheet address={address} current={current} onDecide={onDecide} />
      <AddLeadDialog address={address} />
      <Suspense>
        <ImportSheet address={imports} />
      </Suspense>
    </Page>
  );
}

/** What is on screen stays there when the rest, or its latest state, could not be read. */
function NotAllRead({ leads, error }: { leads: LeadWindow; error: Error }) {
  return (
    <div className="p-4">
      <Notice tone="danger" live title="The list could not be read to the end.">
        <p>{detailOf(error)}</p>
        <Button size="small" className="mt-2" busy={leads.isReading} onClick={leads.retry}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}

/** Another view starts at its top. */
function useStartAtTop(view: unknown): void {
  const former = useRef(view);
  useEffect(() => {
    if (former.current === view) return;
    former.current = view;
    document.getElementById("main")?.scrollTo(0, 0);
  }, [view]);
}
