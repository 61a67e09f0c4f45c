import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { ColumnMenu } from "#web/screens/leads/columns/column-menu.tsx";
import type { ColumnId } from "#web/screens/leads/columns/column-choice.ts";
import { SORT_OPTIONS } from "#web/screens/leads/columns/lead-columns.ts";
import { FilterChips } from "#web/screens/leads/filters/filter-chips.tsx";
import { scoreOptions, scoresOf, scoreValue, sourceOptions } from "#web/screens/leads/filters/filter-options.ts";
import { FiltersButton } from "#web/screens/leads/filters/filters-button.tsx";
import { LeadSearch } from "#web/screens/leads/lead-search.tsx";
import { STATUS_OPTIONS } from "#web/screens/leads/lead-words.ts";
import type { ViewInAddress } from "#web/screens/leads/use-leads-view.ts";
import { ViewsMenu } from "#web/screens/leads/views/views-menu.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { Select } from "#web/ui/select.tsx";

/** Beside the search field where there is room, else on a line below it. */
const CHOICE = "min-w-32 flex-1 max-lg:basis-2/5 xl:max-w-46";

interface LeadsToolbarProps extends ViewInAddress {
  /** The columns that have room now. */
  shown: readonly ColumnId[];
  /** How many leads are found, in words. */
  found: string;
  /** Enter in the search field goes on to the first lead found. */
  onSearched: () => void;
}

/** Search, filters and columns over the list; in a narrow window also its order, which the headers hold elsewhere. */
export function LeadsToolbar({ view, change, shown, found, onSearched }: LeadsToolbarProps) {
  const isNarrow = useIsNarrow();
  return (
    <>
      <div className="flex flex-wrap gap-2 px-5 pb-4 max-md:px-4">
        <LeadSearch view={view} change={change} onSearched={onSearched} />
        <Select
          aria-label="Status"
          className={CHOICE}
          options={STATUS_OPTIONS}
          value={view.status}
          onChange={({ target }) => change({ status: statusOf(target.value) })}
        />
        <Select
          aria-label="Score"
          className={`${CHOICE} max-xl:hidden`}
          options={scoreOptions(view)}
          value={scoreValue(view)}
          onChange={({ target }) => change(scoresOf(target.value))}
        />
        <Select
          aria-label="Source"
          className={`${CHOICE} max-xl:hidden`}
          options={sourceOptions(view.source)}
          value={view.source}
          onChange={({ target }) => change({ source: target.value })}
        />
        <Select
          aria-label="Order"
          className={`${CHOICE} xl:hidden`}
          options={SORT_OPTIONS}
          value={view.sort}
          onChange={({ target }) =>
            change({ sort: SORT_OPTIONS.find(({ value }) => value === target.value)?.value ?? view.sort })
          }
        />
        <FiltersButton view={view} change={change} found={found} />
        <ColumnMenu columns={view.columns} shown={shown} onChange={(columns) => change({ columns })} />
        {isNarrow && <ViewsMenu view={view} change={change} />}
      </div>
      <FilterChips view={view} change={change} />
    </>
  );
}

function statusOf(value: string): LeadStatus | "all" {
  return LEAD_STATUSES.find((status) => status === value) ?? "all";
}
