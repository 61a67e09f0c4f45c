import { useQuery } from "@tanstack/react-query";
import { Columns3, List as ListIcon } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { SampleBar } from "#web/actions/sample-bar.tsx";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useIfSettled } from "#web/actions/use-if-settled.ts";
import { type Decide, useLeadStatusAction } from "#web/actions/use-lead-status-action.ts";
import { countOf, leadTotalsQuery } from "#web/api/leads/lead-totals.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { useMay } from "#web/api/use-may.ts";
import { formatTotal, formatTotalOf } from "#web/format/number.ts";
import { Page } from "#web/layout/page.tsx";
import { ArrivedLeads } from "#web/screens/leads/arrived-leads.tsx";
import { BoardSkeleton } from "#web/screens/leads/board/board-skeleton.tsx";
import { useFittedColumns } from "#web/screens/leads/columns/use-fitted-columns.ts";
import { factsText, movedColumn } from "#web/screens/leads/columns/column-choice.ts";
import { CompanySkeleton } from "#web/screens/leads/company/company-skeleton.tsx";
import { useDuplicatesAddress } from "#web/screens/leads/duplicates/duplicates-address.ts";
import { useImportAddress } from "#web/screens/leads/import/import-address.ts";
import { useHasLeadPanel } from "#web/screens/leads/lead-panel.ts";
import { LeadTable, LeadTableSkeleton } from "#web/screens/leads/lead-table.tsx";
import { useLeadsAddress } from "#web/screens/leads/leads-address.ts";
import { LeadsToolbar } from "#web/screens/leads/leads-toolbar.tsx";
import { isFiltered, withoutFilters } from "#web/screens/leads/leads-view.ts";
import { ListActions, ListMenu } from "#web/screens/leads/list-actions.tsx";
import { useAssignLead, useOwnId } from "#web/screens/leads/owner/owner-choices.tsx";
import { useLeadSelection } from "#web/screens/leads/selection/use-lead-selection.ts";
import { type CurrentLead, useCurrentLead } from "#web/screens/leads/use-current-lead.ts";
import { type LeadWindow, useLeadWindow } from "#web/screens/leads/use-lead-window.ts";
import { useFormerPosition, useListPosition } from "#web/screens/leads/use-list-position.ts";
import { useListedFields } from "#web/screens/leads/use-listed-fields.ts";
import { useLeadsView } from "#web/screens/leads/use-leads-view.ts";
import { useListKeys } from "#web/screens/leads/use-list-keys.ts";
import { useViews, type Views } from "#web/screens/leads/views/use-views.ts";
import { ViewTabs } from "#web/screens/leads/views/view-tabs.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { Notice } from "#web/ui/notice.tsx";
import { MenuItem } from "#web/ui/overlays/menu.tsx";
import { PanelPlace } from "#web/ui/overlays/panel-place.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { savesData, useLoaded, whenIdle } from "#web/ui/use-loaded.ts";

/* Loaded on demand: the list is the page's first screen. */
const loadSheet = () => import("#web/screens/leads/sheet/lead-sheet.tsx");
const loadSelected = () => import("#web/screens/leads/selection/selected-leads.tsx");
const loadForm = () => import("#web/screens/leads/form/add-lead-dialog.tsx");
const loadViewDialogs = () => import("#web/screens/leads/views/view-dialogs.tsx");
const loadImport = () => import("#web/screens/leads/import/import-sheet.tsx");
const loadBoard = () => import("#web/screens/leads/board/lead-board.tsx");
const loadEmpty = () => import("#web/screens/leads/leads-empty.tsx");
const loadChanges = () => import("#web/screens/leads/views/view-changes.tsx");
const loadCompany = () => import("#web/screens/leads/company/company-summary.tsx");
const loadDuplicates = () => import("#web/screens/leads/duplicates/duplicates-sheet.tsx");

/** The lead list or board, with the open lead next to it or in a sheet. */
export function LeadsScreen() {
  const address = useLeadsAddress();
  const imports = useImportAddress();
  const duplicates = useDuplicatesAddress();
  const { view, listView, change } = useLeadsView();
  const former = useFormerPosition(listView);
  const views = useViews(view, change);
  const isNarrow = useIsNarrow();
  const isBoard = view.layout === "board";
  // Rows on phones show no facts.
  const list = useLeadWindow(listView, isNarrow ? "" : factsText(view.columns), former, !isBoard);
  const { data: totals } = useQuery({ ...leadTotalsQuery(listView), enabled: isBoard });
  const leads = isBoard ? { ...list, total: totals && countOf(totals) } : list;
  useListPosition(listView, leads, former);
  const { sort: _order, ...filter } = listView;
  const picking = useLeadSelection(leads, isBoard ? "board" : JSON.stringify(filter));
  const fields = useListedFields(view);
  const columns = useFittedColumns(view.columns, fields);
  const current = useCurrentLead(leads, listView, address.leadId);
  const decide = useLeadStatusAction();
  const mayWork = useMay("work");
  const ownId = useOwnId();
  const assign = useAssignLead();
  const assignToSelf = ownId === null ? null : (lead: LeadRow): void => void assign(lead, ownId);
  const ifSettled = useIfSettled({ ...leads, view: listView, nameOf: leadTitle });
  const decideListed: Decide = async (lead, status) => ifSettled(lead.id, () => void decide(lead, status));
  const assignListed = assignToSelf && ((lead: LeadRow): void => ifSettled(lead.id, () => assignToSelf(lead)));
  useListKeys(current, picking, address, decideListed, mayWork, assignListed, !isBoard);
  const sheetCode = useLoaded({
    name: "The lead",
    load: loadSheet,
    isWanted: address.leadId !== undefined || address.isReview,
    giveUp: address.closeLead,
  });
  const hasPanel = useHasLeadPanel();
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
  const viewCode = useLoaded({
    name: "The form",
    load: loadViewDialogs,
    isWanted: views.named !== null || views.contested !== null,
    giveUp: () => {
      views.setNamed(null);
      views.setContested(null);
    },
  });
  const importCode = useLoaded({
    name: "The import",
    load: loadImport,
    isWanted: imports.shown !== null,
    giveUp: imports.close,
  });
  const isEmpty = isBoard ? leads.total?.count === 0 : leads.rows.length === 0 && leads.start === 0;
  const emptyCode = useLoaded({
    name: "The advice for an empty list",
    load: loadEmpty,
    isWanted: isEmpty && leads.total !== undefined,
  });
  const boardCode = useLoaded({
    name: "The board",
    load: loadBoard,
    isWanted: isBoard,
    giveUp: () => change({ layout: "list" }, { replace: true }),
  });
  useEffect(() => {
    if (savesData()) return;
    // Whatever is opened next then opens at once.
    whenIdle(
      () =>
        void Promise.allSettled([
          loadSheet(),
          loadSelected(),
          loadForm(),
          loadImport(),
          loadEmpty(),
          loadBoard(),
          loadChanges(),
        ]),
    );
  }, []);
  const duplicatesCode = useLoaded({
    name: "The list of possible duplicates",
    load: loadDuplicates,
    isWanted: duplicates.shown !== null,
    giveUp: duplicates.close,
  });
  const companyCode = useLoaded({
    name: "The company",
    load: loadCompany,
    isWanted: view.company !== "",
  });
  const changesCode = useLoaded({
    name: "The view's changes",
    load: loadChanges,
    isWanted: !isNarrow && views.active?.isChanged === true,
  });
  useArrivalsOfImport(imports.shown !== null, leads.bringIn);

  const openAdd = (): void => address.openDialog("new");
  const openImport = (): void => imports.open("");
  const found = leads.total === undefined ? "" : formatTotal(leads.total);
  const sheet = (of: CurrentLead, decideOn: typeof decide, total: LeadWindow["total"]) =>
    sheetCode === null ? (
      hasPanel && <PanelPlace />
    ) : (
      <sheetCode.LeadSheet address={address} current={of} total={total} onDecide={decideOn} />
    );
  return (
    <Page width="full">
      <SampleBar />
      {!isNarrow && <ViewTabs views={views} />}
      {view.company !== "" &&
        (companyCode === null ? <CompanySkeleton /> : <companyCode.CompanySummary companyKey={view.company} />)}
      <Card
        flush
        title={
          <>
            <ListName views={views} />{" "}
            <span className="font-normal text-muted tabular-nums">{found === "" ? "" : `(${found})`}</span>
          </>
        }
        actions={
          <>
            {!isNarrow && changesCode !== null && <changesCode.ViewChanges views={views} />}
            <ListActions
              listView={listView}
              total={leads.total}
              picked={picking.picked}
              search={address.search}
              onDuplicates={() => duplicates.open("list")}
              onImport={openImport}
              onAdd={openAdd}
            />
          </>
        }
      >
        <LeadsToolbar
          view={view}
          change={change}
          views={views}
          shown={columns.map(({ id }) => id)}
          found={formatTotalOf(leads.total, "lead")}
          menu={
            <ListMenu
              listView={listView}
              total={leads.total}
              picked={picking.picked}
              onDuplicates={() => duplicates.open("list")}
              onImport={openImport}
            >
              <MenuItem
                icon={isBoard ? <ListIcon aria-hidden /> : <Columns3 aria-hidden />}
                onSelect={() => change({ layout: isBoard ? "list" : "board" })}
              >
                {isBoard ? "Show as list" : "Show as board"}
              </MenuItem>
            </ListMenu>
          }
          onSearched={() => {
            const [first] = leads.rows;
            if (isBoard) document.querySelector<HTMLElement>("[data-board] a")?.focus();
            else if (address.leadId === undefined) current.move(1);
            else if (first !== undefined) address.openLead(first.id);
          }}
        />
        {!isBoard && <ArrivedLeads leads={leads} />}
        {isBoard && !isEmpty ? (
          boardCode === null ? (
            <BoardSkeleton />
          ) : (
            <boardCode.LeadBoard
              listView={listView}
              address={address}
              by={view.by}
              onBy={(by) => change({ by })}
              mayMove={mayWork}
              assignToSelf={assignToSelf}
              sheet={(of, decideOn) => sheet(of, decideOn, undefined)}
            />
          )
        ) : leads.isLoading && !isBoard ? (
          <LeadTableSkeleton columns={columns} />
        ) : leads.error !== null && isEmpty && !isBoard ? (
          <ErrorPanel
            title="Couldn't load leads"
            detail={detailOf(leads.error)}
            busy={leads.isReading}
            onRetry={leads.retry}
          />
        ) : isEmpty ? (
          emptyCode !== null && (
            <emptyCode.LeadsEmpty
              isFiltered={isFiltered(view)}
              onClear={() => change(withoutFilters(view))}
              onAdd={openAdd}
              onImport={openImport}
            />
          )
        ) : (
          <LeadTable
            leads={leads}
            current={current}
            picking={picking}
            columns={columns}
            sort={view.sort}
            search={address.search}
            onSort={(sort) => change({ sort })}
            onMove={(id, to) => change(({ columns: latest }) => ({ columns: movedColumn(latest, id, to) }))}
            onOpen={address.openLead}
            onDecide={decideListed}
            mayDecide={mayWork}
          />
        )}
        {!isBoard && leads.error !== null && !isEmpty && <NotAllRead leads={leads} error={leads.error} />}
      </Card>
      <output className="sr-only">{found === "" ? "" : `${formatTotalOf(leads.total, "lead")} found`}</output>
      {selectedCode !== null && <selectedCode.SelectedLeads leads={leads} picking={picking} listView={listView} />}
      {(!isBoard || isEmpty || boardCode === null) && sheet(current, decide, leads.total)}
      {viewCode !== null && <viewCode.ViewDialogs views={views} />}
      {formCode !== null && <formCode.AddLeadDialog address={address} />}
      {duplicatesCode !== null && <duplicatesCode.DuplicatesSheet address={duplicates} />}
      {importCode !== null && <importCode.ImportSheet address={imports} />}
    </Page>
  );
}

/** The heading: the active view's name. */
function ListName({ views: { active, isPending } }: { views: Views }) {
  if (isPending) return <Skeleton className="inline-block h-5 w-32" />;
  if (active === null) return "All Leads";
  return (
    <span dir="auto" title={active.saved.name} className="inline-block max-w-full truncate align-bottom">
      {active.saved.name}
    </span>
  );
}

/** Leads already loaded stay visible when loading more or refreshing fails. */
function NotAllRead({ leads, error }: { leads: LeadWindow; error: Error }) {
  return (
    <div className="p-4">
      <Notice tone="danger" live title="Couldn't load the rest of the list">
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
