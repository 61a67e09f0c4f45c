import type { LeadSort } from "#shared/contract/lead.ts";
import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import type { LeadListView } from "#web/api/lead-list.ts";
import type { LeadsView as Address } from "#web/paths.ts";

/** What the list shows, complete; the address leaves out what is the default. */
export interface LeadsView {
  search: string;
  status: LeadStatus | "all";
  sort: LeadSort;
  /** A source's kind, "" for every source. */
  source: string;
  minScore: number;
}

/** Every order, written out because the contract's own list would bring zod into the list's code. */
const SORTS: Record<LeadSort, true> = {
  createdAt: true,
  "-createdAt": true,
  score: true,
  "-score": true,
  name: true,
  "-name": true,
  company: true,
  "-company": true,
  email: true,
  "-email": true,
  source: true,
  "-source": true,
  status: true,
  "-status": true,
  keywords: true,
  "-keywords": true,
};

export const DEFAULT_VIEW: LeadsView = {
  search: "",
  status: "all",
  sort: "-createdAt",
  source: "",
  minScore: LIMITS.score.min,
};

/** Reads the query part of the address; whatever the list does not understand counts as not said. */
export function readView(query: URLSearchParams): LeadsView {
  const text = (name: string): string => query.get(name)?.trim() ?? "";
  const minScore = /^\d{1,3}$/.test(text("minScore")) ? Number(text("minScore")) : LIMITS.score.min;
  const status = text("status");
  const sort = text("sort");
  return {
    search: text("search").slice(0, LIMITS.list.searchLength),
    status: LEAD_STATUSES.find((one) => one === status) ?? DEFAULT_VIEW.status,
    sort: isSort(sort) ? sort : DEFAULT_VIEW.sort,
    source: text("source").slice(0, LIMITS.lead.fieldLength),
    minScore: Math.min(minScore, LIMITS.score.max),
  };
}

/** What of a view the address says. */
export function addressOf(view: LeadsView): Address {
  return {
    search: view.search,
    status: view.status === DEFAULT_VIEW.status ? undefined : view.status,
    sort: view.sort === DEFAULT_VIEW.sort ? undefined : view.sort,
    source: view.source,
    minScore: view.minScore === DEFAULT_VIEW.minScore ? undefined : view.minScore,
  };
}

/** The view as the list's call takes it. */
export function listViewOf({ search, status, sort, source, minScore }: LeadsView): LeadListView {
  return {
    sort,
    ...(search === "" ? {} : { search }),
    ...(status === "all" ? {} : { status }),
    ...(source === "" ? {} : { source }),
    ...(minScore === LIMITS.score.min ? {} : { minScore }),
  };
}

/** The same leads as the list shows, as the export's call takes them: with All Status chosen, the qualified ones. */
export function exportViewOf(view: LeadsView): LeadListView {
  return { ...listViewOf(view), status: view.status === "all" ? "qualified" : view.status };
}

/** Whether the view leaves any lead out. */
export function isFiltered(view: LeadsView): boolean {
  const { sort: _order, ...filters } = addressOf(view);
  return Object.values(filters).some((value) => value !== undefined && value !== "");
}

function isSort(text: string): text is LeadSort {
  return Object.hasOwn(SORTS, text);
}
