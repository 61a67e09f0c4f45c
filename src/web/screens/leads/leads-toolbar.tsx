import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { SOURCE_KINDS, sourceName } from "#web/format/lead-source.ts";
import { SORT_OPTIONS } from "#web/screens/leads/lead-columns.ts";
import { LeadSearch } from "#web/screens/leads/lead-search.tsx";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";
import type { ViewInAddress } from "#web/screens/leads/use-leads-view.ts";
import { Select } from "#web/ui/select.tsx";

const STATUS_OPTIONS: readonly { value: LeadsView["status"]; label: string }[] = [
  { value: "all", label: "All Status" },
  { value: "qualified", label: "Qualified" },
  { value: "pending", label: "Pending" },
  { value: "rejected", label: "Rejected" },
  { value: "approved", label: "Approved" },
];

/** Beside the search field where there is room, else two or four to a line below it. */
const CHOICE = "min-w-32 flex-1 max-lg:basis-2/5 xl:max-w-42";

const SOURCES: readonly string[] = SOURCE_KINDS;
const SCORES: readonly number[] = [LIMITS.scoreBands.success, LIMITS.scoreBands.warning];

interface LeadsToolbarProps extends ViewInAddress {
  /** Enter in the search field goes on to the first lead found. */
  onSearched: () => void;
}

/** Search and filters over the list; in a narrow window also its order, which the headers hold elsewhere. */
export function LeadsToolbar({ view, change, onSearched }: LeadsToolbarProps) {
  return (
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
        className={CHOICE}
        options={scoreOptions(view.minScore)}
        value={String(view.minScore)}
        onChange={({ target }) => change({ minScore: Number(target.value) })}
      />
      <Select
        aria-label="Source"
        className={CHOICE}
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
    </div>
  );
}

function statusOf(value: string): LeadStatus | "all" {
  return LEAD_STATUSES.find((status) => status === value) ?? "all";
}

/** A value that a link brought along is offered too, so that the field shows what is filtered by. */
function scoreOptions(chosen: number) {
  const scores = SCORES.includes(chosen) || chosen === LIMITS.score.min ? SCORES : [...SCORES, chosen];
  const options = scores.map((score) => ({ value: String(score), label: `Score ${score} and above` }));
  return [{ value: String(LIMITS.score.min), label: "Any score" }, ...options];
}

function sourceOptions(chosen: string) {
  const sources = SOURCES.includes(chosen) || chosen === "" ? SOURCES : [...SOURCES, chosen];
  return [
    { value: "", label: "All sources" },
    ...sources.map((source) => ({ value: source, label: sourceName(source) })),
  ];
}
