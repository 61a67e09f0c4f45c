import { ADDRESS_QUALITIES, type AddressQuality } from "#shared/contract/leads/address-quality.ts";
import { fieldConditionsOf, fieldOfSort, isFieldSort } from "#shared/contract/leads/field-filter.ts";
import type { LeadSort } from "#shared/contract/leads/lead.ts";
import {
  LEAD_STAGES,
  LEAD_STATUSES,
  type LeadStage,
  type LeadStatus,
  MISSING_INFO,
  type MissingInfo,
} from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { TAG_MATCHES, type TagMatch } from "#shared/tags.ts";
import type { LeadListView } from "#web/api/leads/lead-list.ts";
import type { LeadsView as Address } from "#web/paths.ts";
import {
  columnsOf,
  type ColumnId,
  columnsText,
  DEFAULT_COLUMNS,
  sameColumns,
} from "#web/screens/leads/columns/column-choice.ts";
import { SORT_OPTIONS } from "#web/screens/leads/columns/lead-columns.ts";
import { type Added, isAdded, startOfAdded } from "#web/screens/leads/lead-dates.ts";
import { momentOf } from "#web/format/day.ts";
import { DUE_FILTERS, type DueFilter, dueFilterOf } from "#web/format/due.ts";

/** Rows, or a board with a column for each status or option. */
type LeadsLayout = "list" | "board";

/** What the parts of the list's toolbar get that show its state and change it. */
export interface ViewProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
}

/** The complete list state; the URL omits defaults. */
export interface LeadsView {
  search: string;
  status: LeadStatus | "all";
  /** A stage of the dashboard's pipeline, "" for all. */
  stage: LeadStage | "";
  sort: LeadSort;
  /** A source kind, "" for all. */
  source: string;
  minScore: number;
  maxScore: number;
  /** A rule keyword the lead matched. */
  keyword: string;
  missing: MissingInfo | "";
  addressQuality: AddressQuality | "";
  /** An account, "me" or "none"; "" for all. */
  owner: string;
  /** Ids. */
  tags: readonly string[];
  tagMatch: TagMatch;
  /** Conditions on custom fields, as in the API. */
  fields: string;
  /** A relative range; "" if `from` and `to` are used, or none. */
  added: Added | "";
  /** A day or timestamp; `to` is exclusive. */
  from: string;
  to: string;
  /** A day or timestamp. */
  changedFrom: string;
  nextStep: DueFilter | "";
  /** A company's key, "" for all. */
  company: string;
  layout: LeadsLayout;
  /** The key of the choice field whose options are the board's columns, "" for statuses. */
  by: string;
  columns: readonly ColumnId[];
  /** Id of the selected saved view. */
  saved: string;
}

export const DEFAULT_VIEW: LeadsView = {
  search: "",
  status: "all",
  stage: "",
  sort: "-createdAt",
  source: "",
  minScore: LIMITS.score.min,
  maxScore: LIMITS.score.max,
  keyword: "",
  missing: "",
  addressQuality: "",
  owner: "",
  tags: [],
  tagMatch: "any",
  fields: "",
  added: "",
  from: "",
  to: "",
  changedFrom: "",
  nextStep: "",
  company: "",
  layout: "list",
  by: "",
  columns: DEFAULT_COLUMNS,
  saved: "",
};

/**
 * Parses the query string; invalid values are ignored. `browserColumns` are the columns outside of saved views, unless
 * the query has some.
 */
export function readView(query: URLSearchParams, browserColumns: readonly ColumnId[] = DEFAULT_COLUMNS): LeadsView {
  const text = (name: string): string => query.get(name)?.trim() ?? "";
  const status = text("status");
  const sort = text("sort");
  const added = text("added");
  const saved = text("view").slice(0, LIMITS.savedView.nameLength);
  const oneScore = scoreOf(text("minScore")) ?? LIMITS.score.min;
  const otherScore = scoreOf(text("maxScore")) ?? LIMITS.score.max;
  const day = (name: string): string => (!isAdded(added) && momentOf(text(name)) !== "" ? text(name) : "");
  return {
    search: text("search").slice(0, LIMITS.list.searchLength),
    status: LEAD_STATUSES.find((one) => one === status) ?? DEFAULT_VIEW.status,
    stage: LEAD_STAGES.find((one) => one === text("stage")) ?? "",
    sort: isSort(sort) ? sort : DEFAULT_VIEW.sort,
    source: text("source").slice(0, LIMITS.lead.fieldLength),
    // A reversed range is swapped.
    minScore: Math.min(oneScore, otherScore),
    maxScore: Math.max(oneScore, otherScore),
    keyword: text("keyword").slice(0, LIMITS.rule.keywordLength),
    missing: MISSING_INFO.find((one) => one === text("missing")) ?? "",
    addressQuality: ADDRESS_QUALITIES.find((one) => one === text("addressQuality")) ?? "",
    owner: text("owner").slice(0, LIMITS.list.searchLength),
    tags: tagIdsOf(text("tags")),
    tagMatch: TAG_MATCHES.find((one) => one === text("tagMatch")) ?? DEFAULT_VIEW.tagMatch,
    fields: fieldConditionsOf(text("fields")) === null ? "" : text("fields"),
    added: isAdded(added) ? added : "",
    from: day("from"),
    to: day("to"),
    changedFrom: momentOf(text("changedFrom")) === "" ? "" : text("changedFrom"),
    nextStep: DUE_FILTERS.find((one) => one === text("nextStep")) ?? "",
    company: text("company").slice(0, LIMITS.lead.emailLength),
    layout: text("layout") === "board" ? "board" : DEFAULT_VIEW.layout,
    by: text("by").slice(0, LIMITS.lead.fieldLength),
    columns: query.has("columns") ? columnsOf(text("columns")) : saved === "" ? browserColumns : DEFAULT_COLUMNS,
    saved,
  };
}

export function addressOf(view: LeadsView, browserColumns: readonly ColumnId[] = DEFAULT_COLUMNS): Address {
  const usual = view.saved === "" ? browserColumns : DEFAULT_COLUMNS;
  const unlessDefault = <K extends keyof LeadsView>(name: K): LeadsView[K] | undefined =>
    view[name] === DEFAULT_VIEW[name] ? undefined : view[name];
  return {
    search: view.search,
    status: unlessDefault("status"),
    stage: view.stage || undefined,
    sort: unlessDefault("sort"),
    source: view.source,
    minScore: unlessDefault("minScore"),
    maxScore: unlessDefault("maxScore"),
    keyword: view.keyword,
    missing: view.missing,
    addressQuality: view.addressQuality,
    owner: view.owner,
    tags: view.tags.join(","),
    tagMatch: view.tags.length === 0 ? undefined : unlessDefault("tagMatch"),
    fields: view.fields,
    added: view.added,
    from: view.from,
    to: view.to,
    changedFrom: view.changedFrom,
    nextStep: view.nextStep,
    company: view.company,
    layout: unlessDefault("layout"),
    by: view.layout === "board" ? view.by : "",
    columns: sameColumns(view.columns, usual) ? undefined : columnsText(view.columns),
    view: view.saved,
  };
}

/** The view in the default order if it is sorted by a custom field that was deleted. */
export function withKnownSort(view: LeadsView, fields: readonly { key: string }[] | undefined): LeadsView {
  const { sort } = view;
  if (fields === undefined || !isFieldSort(sort) || fields.some(({ key }) => key === fieldOfSort(sort))) return view;
  return { ...view, sort: DEFAULT_VIEW.sort };
}

/** The view as an API query; `now` in milliseconds determines "today". */
export function listViewOf(view: LeadsView, now: number): LeadListView {
  const { search, status, stage, sort, source, minScore, maxScore, keyword, missing, added, owner, nextStep, company } =
    view;
  const { tags, tagMatch, addressQuality, fields } = view;
  const from = added === "" ? momentOf(view.from) : startOfAdded(added, now);
  const to = momentOf(view.to);
  const changedFrom = momentOf(view.changedFrom);
  return {
    sort,
    ...(search === "" ? {} : { search }),
    ...(status === "all" ? {} : { status }),
    ...(stage === "" ? {} : { stage }),
    ...(source === "" ? {} : { source }),
    ...(minScore === LIMITS.score.min ? {} : { minScore }),
    ...(maxScore === LIMITS.score.max ? {} : { maxScore }),
    ...(keyword === "" ? {} : { keyword }),
    ...(missing === "" ? {} : { missing }),
    ...(addressQuality === "" ? {} : { addressQuality }),
    ...(owner === "" ? {} : { owner }),
    ...(tags.length === 0 ? {} : { tags: tags.join(","), ...(tagMatch === "any" ? {} : { tagMatch }) }),
    ...(fields === "" ? {} : { fields }),
    ...(from === "" ? {} : { from }),
    ...(to === "" ? {} : { to }),
    ...(changedFrom === "" ? {} : { changedFrom }),
    ...(company === "" ? {} : { company }),
    ...(nextStep === "" ? {} : dueFilterOf(nextStep, now)),
  };
}

/** The API query for exporting the listed leads; with All Status and no stage, only qualified ones. */
export function exportViewOf(list: LeadListView): LeadListView {
  return { ...list, status: list.status ?? (list.stage === undefined ? "qualified" : "all") };
}

/** Clears all filters but keeps sorting, layout, columns and the saved view, which then has changes. */
export function withoutFilters({ sort, layout, by, columns, saved }: LeadsView): LeadsView {
  return { ...DEFAULT_VIEW, sort, layout, by, columns, saved };
}

/** Whether the view excludes any leads. */
export function isFiltered(view: LeadsView): boolean {
  const { sort: _order, ...filters } = listViewOf(view, 0);
  return Object.keys(filters).length > 0;
}

/** Tag ids from their comma-separated text, each once. */
function tagIdsOf(text: string): string[] {
  const ids = text.split(",").filter((id) => /^\d{1,19}$/.test(id));
  return [...new Set(ids)].slice(0, LIMITS.tag.filtered);
}

export function isSort(text: string): text is LeadSort {
  return SORT_OPTIONS.some(({ value }) => value === text) || isFieldSort(text);
}

function scoreOf(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) ? Math.min(Number(text), LIMITS.score.max) : undefined;
}
