import type { ReactNode } from "react";
import { useTeam } from "#web/api/leads/owners.ts";
import type { ColumnId } from "#web/screens/leads/columns/column-choice.ts";
import { sortOptionsFor } from "#web/screens/leads/columns/lead-columns.ts";
import { FilterChips } from "#web/screens/leads/filters/filter-chips.tsx";
import { scoreOptions, scoresOf, scoreValue, sourceOptions } from "#web/screens/leads/filters/filter-options.ts";
import { useHasLeadPanel, useIsListWide } from "#web/screens/leads/lead-panel.ts";
import { LeadSearch } from "#web/screens/leads/lead-search.tsx";
import { STATUS_OPTIONS, statusOf } from "#web/screens/leads/lead-words.ts";
import { isSort, type LeadsView } from "#web/screens/leads/leads-view.ts";
import { useLeadFields } from "#web/screens/leads/use-listed-fields.ts";
import type { ViewInAddress } from "#web/screens/leads/use-leads-view.ts";
import type { Views } from "#web/screens/leads/views/use-views.ts";
import { ViewsMenu } from "#web/screens/leads/views/views-menu.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { Segments } from "#web/ui/segments.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Columns3, ListFilter } from "lucide-react";
import type { ColumnsProps } from "#web/screens/leads/columns/columns-overlay.tsx";
import { Button } from "#web/ui/button.tsx";
import { useLazyOverlay } from "#web/ui/overlays/lazy-overlay.ts";
import { filterWords } from "#web/screens/leads/filters/filter-words.ts";

/** Next to the search field if there is room, otherwise below. */
const CHOICE = "min-w-32 flex-1 max-lg:basis-1/4";
const WIDE_CHOICE = "max-w-46 min-w-32 flex-1";

const LAYOUTS = [
  { value: "list", label: "List" },
  { value: "board", label: "Board" },
] as const;

interface LeadsToolbarProps extends ViewInAddress {
  views: Views;
  /** The columns that currently fit. */
  shown: readonly ColumnId[];
  /** The number of matching leads, as text. */
  found: string;
  /** On phones, next to the filters. */
  menu: ReactNode;
  /** Enter in the search field moves to the first match. */
  onSearched: () => void;
}

/**
 * Search, filters, columns and layout; in narrow windows and on the board also sorting, which the headers handle
 * elsewhere. Next to an open lead, sorting is among the filters; on phones also the status, and the layout is in the menu.
 */
export function LeadsToolbar({ view, change, views, shown, found, menu, onSearched }: LeadsToolbarProps) {
  const team = useTeam();
  const isNarrow = useIsNarrow();
  const isWide = useIsListWide();
  const hasPanel = useHasLeadPanel();
  const fields = useLeadFields(!isWide && !hasPanel);
  const searchField = <LeadSearch view={view} change={change} onSearched={onSearched} />;
  const isBoard = view.layout === "board";
  const filters = <FiltersButton view={view} change={change} found={found} />;
  return (
    <>
      {isNarrow ? (
        <div className="flex gap-1 pr-1 pb-3 pl-4">
          {searchField}
          {filters}
          <ViewsMenu views={views} />
          {menu}
        </div>
      ) : (
        <div className="flex flex-wrap gap-2 px-5 pb-4">
          {searchField}
          <Select
            aria-label="Status"
            className={isWide ? WIDE_CHOICE : CHOICE}
            options={STATUS_OPTIONS}
            value={view.status}
            onChange={({ target }) => change({ status: statusOf(target.value), stage: "" })}
          />
          {isWide ? (
            <>
              <Select
                aria-label="Score"
                className={WIDE_CHOICE}
                options={scoreOptions(view)}
                value={scoreValue(view)}
                onChange={({ target }) => change(scoresOf(target.value))}
              />
              <Select
                aria-label="Source"
                className={WIDE_CHOICE}
                options={sourceOptions(view.source)}
                value={view.source}
                onChange={({ target }) => change({ source: target.value })}
              />
            </>
          ) : null}
          {(isWide ? isBoard : !hasPanel) && (
            <Select
              aria-label="Sort by"
              className={isWide ? WIDE_CHOICE : CHOICE}
              options={sortOptionsFor(team.length > 0, fields)}
              value={view.sort}
              onChange={({ target }) => isSort(target.value) && change({ sort: target.value })}
            />
          )}
          {filters}
          {!isBoard && (
            <ColumnsButton
              columns={view.columns}
              shown={shown}
              onChange={(next) => change((latest) => ({ columns: next(latest.columns) }))}
            />
          )}
          <Segments label="Layout" options={LAYOUTS} value={view.layout} onChange={(layout) => change({ layout })} />
        </div>
      )}
      <FilterChips view={view} change={change} />
    </>
  );
}

const loadColumns = () => import("#web/screens/leads/columns/columns-overlay.tsx");

/** The choice of columns, loaded on demand. */
function ColumnsButton(props: ColumnsProps) {
  const { code, button, overlay } = useLazyOverlay("The columns", loadColumns);
  const hasPanel = useHasLeadPanel();
  return (
    <>
      <Button {...button} icon={<Columns3 aria-hidden />}>
        <span className={hasPanel ? "sr-only" : "max-lg:sr-only"}>Columns</span>
      </Button>
      {code !== null && <code.ColumnsOverlay {...props} {...overlay} />}
    </>
  );
}

const loadFilters = () => import("#web/screens/leads/filters/filters-overlay.tsx");

interface FiltersButtonProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
  /** The number of matches, for the sheet that covers the list. */
  found: string;
}

/** The remaining filters, loaded on demand. */
function FiltersButton(props: FiltersButtonProps) {
  const { code, button, overlay } = useLazyOverlay("The filters", loadFilters);
  const hasPanel = useHasLeadPanel();
  const count = filterWords(props.view).length;
  return (
    <>
      <Button {...button} icon={<ListFilter aria-hidden />} className="max-md:px-2.5">
        <span className={hasPanel ? "sr-only" : "max-lg:sr-only"}>Filters</span>
        {count > 0 && <span className="text-muted tabular-nums">{count}</span>}
      </Button>
      {code !== null && <code.FiltersOverlay {...props} {...overlay} />}
    </>
  );
}
