import type { ReactNode } from "react";
import { ColumnsButton } from "#web/screens/leads/columns/columns-button.tsx";
import { useTeam } from "#web/api/leads/owners.ts";
import type { ColumnId } from "#web/screens/leads/columns/column-choice.ts";
import { sortOptionsFor } from "#web/screens/leads/columns/lead-columns.ts";
import { FilterChips } from "#web/screens/leads/filters/filter-chips.tsx";
import { scoreOptions, scoresOf, scoreValue, sourceOptions } from "#web/screens/leads/filters/filter-options.ts";
import { FiltersButton } from "#web/screens/leads/filters/filters-button.tsx";
import { useHasLeadPanel, useIsListWide } from "#web/screens/leads/lead-panel.ts";
import { LeadSearch } from "#web/screens/leads/lead-search.tsx";
import { STATUS_OPTIONS, statusOf } from "#web/screens/leads/lead-words.ts";
import { isSort } from "#web/screens/leads/leads-view.ts";
import { useLeadFields } from "#web/screens/leads/use-listed-fields.ts";
import type { ViewInAddress } from "#web/screens/leads/use-leads-view.ts";
import type { Views } from "#web/screens/leads/views/use-views.ts";
import { ViewsMenu } from "#web/screens/leads/views/views-menu.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { Segments } from "#web/ui/segments.tsx";
import { Select } from "#web/ui/fields/select.tsx";

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
