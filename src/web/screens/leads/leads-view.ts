import type { LeadSort } from "#shared/contract/lead.ts";
import { LEAD_STATUSES, type LeadStatus, MISSING_INFO, type MissingInfo } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import type { LeadListView } from "#web/api/lead-list.ts";
import type { LeadsView as Address } from "#web/paths.ts";
import { columnsOf, type ColumnId, columnsText, DEFAULT_COLUMNS } from "#web/screens/leads/columns/column-choice.ts";
import { type Added, isAdded, startOfAdded } from "#web/screens/leads/lead-dates.ts";
import { momentOf } from "#web/format/day.ts";

/** What the list shows, complete; the address leaves out what is the default. */
export interface LeadsView {
  search: string;
  status: LeadStatus | "all";
  sort: LeadSort;
  /** A source's kind, "" for every source. */
  source: string;
  minScore: number;
  maxScore: number;
  /** A rule's keyword that the lead matched. */
  keyword: string;
  missing: MissingInfo | "";
  /** Since how long ago; "" where `from` and `to` say it, or nothing does. */
  added: Added | "";
  /** A day or a moment; `to` is the first that is not within. */
  from: string;
  to: string;
  columns: readonly ColumnId[];
  /** The saved view that one chose, by its id. */
  saved: string;
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
  maxScore: LIMITS.score.max,
  keyword: "",
  missing: "",
  added: "",
  from: "",
  to: "",
  columns: DEFAULT_COLUMNS,
  saved: "",
};

/** Reads the query part of the address; whatever the list does not understand counts as not said. */
export function readView(query: URLSearchParams): LeadsView {
  const text = (name: string): string => query.get(name)?.trim() ?? "";
  const status = text("status");
  const sort = text("sort");
  const added = text("added");
  const oneScore = scoreOf(text("minScore")) ?? LIMITS.score.min;
  const otherScore = scoreOf(text("maxScore")) ?? LIMITS.score.max;
  const day = (name: string): string => (!isAdded(added) && momentOf(text(name)) !== "" ? text(name) : "");
  return {
    search: text("search").slice(0, LIMITS.list.searchLength),
    status: LEAD_STATUSES.find((one) => one === status) ?? DEFAULT_VIEW.status,
    sort: isSort(sort) ? sort : DEFAULT_VIEW.sort,
    source: text("source").slice(0, LIMITS.lead.fieldLength),
    // Turned round, they change places.
    minScore: Math.min(oneScore, otherScore),
    maxScore: Math.max(oneScore, otherScore),
    keyword: text("keyword").slice(0, LIMITS.rule.keywordLength),
    missing: MISSING_INFO.find((one) => one === text("missing")) ?? "",
    added: isAdded(added) ? added : "",
    from: day("from"),
    to: day("to"),
    columns: columnsOf(text("columns")),
    saved: text("view").slice(0, LIMITS.savedView.nameLength),
  };
}

/** What of a view the address says. */
export function addressOf(view: LeadsView): Address {
  const unlessDefault = <K extends keyof LeadsView>(name: K): LeadsView[K] | undefined =>
    view[name] === DEFAULT_VIEW[name] ? undefined : view[name];
  return {
    search: view.search,
    status: unlessDefault("status"),
    sort: unlessDefault("sort"),
    source: view.source,
    minScore: unlessDefault("minScore"),
    maxScore: unlessDefault("maxScore"),
    keyword: view.keyword,
    missing: view.missing,
    added: view.added,
    from: view.from,
    to: view.to,
    columns: columnsText(view.columns),
    view: view.saved,
  };
}

/** The view as the list's call takes it; `now` in milliseconds tells what "today" is. */
export function listViewOf(view: LeadsView, now: number): LeadListView {
  const { search, status, sort, source, minScore, maxScore, keyword, missing, added } = view;
  const from = added === "" ? momentOf(view.from) : startOfAdded(added, now);
  const to = momentOf(view.to);
  return {
    sort,
    ...(search === "" ? {} : { search }),
    ...(status === "all" ? {} : { status }),
    ...(source === "" ? {} : { source }),
    ...(minScore === LIMITS.score.min ? {} : { minScore }),
    ...(maxScore === LIMITS.score.max ? {} : { maxScore }),
    ...(keyword === "" ? {} : { keyword }),
    ...(missing === "" ? {} : { missing }),
    ...(from === "" ? {} : { from }),
    ...(to === "" ? {} : { to }),
  };
}

/** The same leads as the list shows, as the export's call takes them: with All Status chosen, the qualified ones. */
export function exportViewOf(list: LeadListView): LeadListView {
  return { ...list, status: list.status ?? "qualified" };
}

/** The view that shows every lead, in the same order and columns. */
export function withoutFilters({ sort, columns }: LeadsView): LeadsView {
  return { ...DEFAULT_VIEW, sort, columns };
}

/** Whether the view leaves any lead out. */
export function isFiltered(view: LeadsView): boolean {
  const { sort: _order, ...filters } = listViewOf(view, 0);
  return Object.keys(filters).length > 0;
}

function isSort(text: string): text is LeadSort {
  return Object.hasOwn(SORTS, text);
}

function scoreOf(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) ? Math.min(Number(text), LIMITS.score.max) : undefined;
}
