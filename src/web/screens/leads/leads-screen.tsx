import { useEffect, useEffectEvent, useRef } from "react";
import { SampleBar } from "#web/actions/sample-bar.tsx";
import { useLeadStatusAction } from "#web/actions/use-lead-status-action.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { useMay } from "#web/api/use-may.ts";
import { formatTotal, formatTotalOf } from "#web/format/number.ts";
import { Page } from "#web/layout/page.tsx";
import { ArrivedLeads } from "#web/screens/leads/arrived-leads.tsx";
import { useFittedColumns } from "#web/screens/leads/columns/use-fitted-columns.ts";
import { useDuplicatesAddress } from "#web/screens/leads/duplicates/duplicates-address.ts";
import { useImportAddress } from "#web/screens/leads/import/import-address.ts";
import { LeadTable, LeadTableSkeleton } from "#web/screens/leads/lead-table.tsx";
import { useLeadsAddress } from "#web/screens/leads/leads-address.ts";
import { LeadsEmpty } from "#web/screens/leads/leads-empty.tsx";
import { LeadsToolbar } from "#web/screens/leads/leads-toolbar.tsx";
import { isFiltered, withoutFilters } from "#web/screens/leads/leads-view.ts";
import { ListActions, ListMenu } from "#web/screens/leads/list-actions.tsx";
import { useLeadSelection } from "#web/screens/leads/selection/use-lead-selection.ts";
import { useCurrentLead } from "#web/screens/leads/use-current-lead.ts";
import { type LeadWindow, useLeadWindow } from "#web/screens/leads/use-lead-window.ts";
import { useFormerPosition, useListPosition } from "#web/screens/leads/use-list-position.ts";
import { useLeadsView } from "#web/screens/leads/use-leads-view.ts";
import { useListKeys } from "#web/screens/leads/use-list-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useLoaded, whenIdle } from "#web/ui/use-loaded.ts";

/* Loaded on demand: the list is the page's first screen. */
const loadSheet = () => import("#web/screens/leads/sheet/lead-sheet.tsx");
const loadSelected = () => import("#web/screens/leads/selection/selected-leads.tsx");
const loadForm = () => import("#web/screens/leads/form/add-lead-dialog.tsx");
const loadImport = () => import("#web/screens/leads/import/import-sheet.tsx");
const loadDuplicates = () => import("#web/screens/leads/duplicates/duplicates-sheet.tsx");

/** The lead list, with the open lead in a sheet. */
export function LeadsScreen() {
  const address = useLeadsAddress();
  const imports = useImportAddress();
  const duplicates = useDuplicatesAddress();
  const { view, listView, change } = useLeadsView();
  const former = useFormerPosition(listView);
  const leads = useLeadWindow(listView, former);
  useListPosition(listView, leads, former);
  const { sort: _order, ...filter } = listView;
  const picking = useLeadSelection(leads, JSON.stringify(filter));
  const columns = useFittedColumns(view.columns);
  const current = useCurrentLead(leads, listView, address.leadId);
  const decide = useLeadStatusAction();
  const onDecide: Parameters<typeof useListKeys>[3] = (id, status) => void decide(id, status);
  const mayWork = useMay("work");
  useListKeys(current, picking, address.openLead, onDecide, mayWork);
  const sheetCode = useLoaded({
    name: "The lead",
    load: loadSheet,
    isWanted: address.leadId !== undefined || address.isReview,
    giveUp: address.closeLead,
  });
  const isUnderWay = useProgress("bulk") !== undefined;
  const selectedCode = useLoaded({
    name: "The selection",
    load: loadSelected,
    isWanted: picking.picked.isAll || picking.picked.ids.size > 0 || isUnderWay,
    giveUp: picking.clear,
  });
  const formCode = useLoaded({
    name: "The form",
    load: loadForm,
    isWanted: address.dialog === "new",
    giveUp: address.closeDialog,
  });
  const importCode = useLoaded({
    name: "The import",
    load: loadImport,
    isWanted: imports.shown !== null,
    giveUp: imports.close,
  });
  useEffect(() => {
    // Whatever is opened next then opens at once.
    whenIdle(() => void Promise.allSettled([loadSheet(), loadSelected(), loadForm(), loadImport()]));
  }, []);
  const duplicatesCode = useLoaded({
    name: "The list of possible duplicates",
    load: loadDuplicates,
    isWanted: duplicates.shown !== null,
    giveUp: duplicates.close,
  });
  useArrivalsOfImport(imports.shown !== null, leads.bringIn);

  const openAdd = (): void => address.openDialog("new");
  const openImport = (): void => imports.open("");
  const found = leads.total === undefined ? "" : formatTotal(leads.total);
  const isEmpty = leads.rows.length === 0 && leads.start === 0;
  return (
    <Page width="full">
      <SampleBar />
      <Card
        flush
        title={
          <>
            All Leads <span className="font-normal text-muted tabular-nums">{found === "" ? "" : `(${found})`}</span>
          </>
        }
        actions={
          <ListActions
            view={view}
            change={change}
            listView={listView}
            total={leads.total}
            picked={picking.picked}
            search={address.search}
            onDuplicates={() => duplicates.open("list")}
            onImport={openImport}
            onAdd={openAdd}
          />
        }
      >
        <LeadsToolbar
          view={view}
          change={change}
          shown={columns.map(({ id }) => id)}
          found={formatTotalOf(leads.total, "lead")}
          menu={
            <ListMenu
              listView={listView}
              total={leads.total}
              picked={picking.picked}
              onDuplicates={() => duplicates.open("list")}
              onImport={openImport}
            />
          }
          onSearched={() => current.move(1)}
        />
        <ArrivedLeads leads={leads} />
        {leads.isLoading ? (
          <LeadTableSkeleton columns={columns} />
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
            onClear={() => change(withoutFilters(view))}
            onAdd={openAdd}
            onImport={openImport}
          />
        ) : (
          <LeadTable
            leads={leads}
            current={current}
            picking={picking}
            columns={columns}
            sort={view.sort}
            search={address.search}
            onSort={(sort) => change({ sort })}
            onOpen={address.openLead}
            onDecide={onDecide}
            mayDecide={mayWork}
          />
        )}
        {leads.error !== null && !isEmpty && <NotAllRead leads={leads} error={leads.error} />}
      </Card>
      <output className="sr-only">{found === "" ? "" : `${formatTotalOf(leads.total, "lead")} found`}</output>
      {selectedCode !== null && <selectedCode.SelectedLeads leads={leads} picking={picking} listView={listView} />}
      {sheetCode !== null && (
        <sheetCode.LeadSheet address={address} current={current} total={leads.total} onDecide={onDecide} />
      )}
      {formCode !== null && <formCode.AddLeadDialog address={address} />}
      {duplicatesCode !== null && <duplicatesCode.DuplicatesSheet address={duplicates} />}
      {importCode !== null && <importCode.ImportSheet address={imports} />}
    </Page>
  );
}

/** Leads already loaded stay visible when loading more or refreshing fails. */
function NotAllRead({ leads, error }: { leads: LeadWindow; error: Error }) {
  return (
    <div className="p-4">
      <Notice tone="danger" live title="The rest of the list could not be loaded.">
        <p>{detailOf(error)}</p>
        <Button size="small" className="mt-2" busy={leads.isReading} onClick={leads.retry}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}

/** After closing an import, shows its leads. */
function useArrivalsOfImport(isOpen: boolean, bringIn: () => void): void {
  const wasOpen = useRef(isOpen);
  const show = useEffectEvent(bringIn);
  useEffect(() => {
    if (wasOpen.current && !isOpen) show();
    wasOpen.current = isOpen;
  }, [isOpen]);
}
