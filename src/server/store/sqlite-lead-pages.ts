import { sql, type RawBuilder } from "kysely";
import { listsMissing, type LeadCriteria } from "#server/store/lead-filter.ts";
import { comesAfter, orderBy } from "#server/store/lead-order.ts";
import {
  allOf,
  countOf,
  type LeadIdRange,
  type LeadPageFinder,
  type LeadPageQuery,
  type LeadPageRow,
} from "#server/store/lead-page.ts";
import {
  hasTrigram,
  matchesOf,
  narrowingsOf,
  phrase,
  type Criterion,
  type Narrowings,
} from "#server/store/sqlite-lead-narrowings.ts";
import type { LeadCount } from "#server/store/types.ts";
import { verbatim, type Work } from "#server/store/work.ts";

/** From what numbers of leads on another way is faster. */
export interface Thresholds {
  /** Up to this many leads are gathered and sorted; a filter that keeps more lets a walk find its page soon. */
  few: number;
  /** A search that keeps at most this many is asked for all of them, and these are sorted. */
  matched: number;
  /** Unless it is the order that keeps them apart, as when those called Zoe are sorted by name: a walk ends here. */
  walked: number;
  /** After a walk in vain, up to this many are gathered after all. */
  gathered: number;
  /** Else all leads are looked at, so many at a time. */
  part: number;
  /** A count looks at no more leads than this. */
  lookedAt: number;
}

const THRESHOLDS: Thresholds = {
  few: 5_000,
  matched: 100,
  walked: 20_000,
  gathered: 20_000,
  part: 25_000,
  lookedAt: 20_000,
};

/**
 * SQLite plans without knowing how many rows a value has, so the way to a page is chosen here: by the index of a
 * filter that keeps few leads, else through the text index or a keyword's leads, which also run newest first, or by a
 * merge of what each score has newest first, else by a walk in the order of the list past the leads that do not fit.
 * Where those stand together, which a walk would be too long in passing, all leads are looked at, a part at a time.
 */
export function sqliteLeadPages(thresholds = THRESHOLDS): LeadPageFinder {
  return {
    page: (query) => page(query, thresholds),
    parts: {
      ids: () => idRanges(thresholds.part),
      page: (query, ids) => verbatim<LeadPageRow>(outOf(query, narrowingsOf(query.criteria), ids)),
    },
    count: (criteria, upTo) => count(criteria, upTo, thresholds),
  };
}

function* page(query: LeadPageQuery, thresholds: Thresholds): Work<LeadPageRow[] | null> {
  const { few: limitOfFew, matched: limitOfMatched, walked: stretch, gathered } = thresholds;
  const { criteria, order, limit } = query;
  const runs = order.column === "id" ? runsById(criteria) : null;
  if (runs !== null) return yield* verbatim<LeadPageRow>(merge(query, runs));
  const narrowings = narrowingsOf(criteria);
  const held = heldByIndexOf(query);
  const byText = order.column === "id" && hasTrigram(criteria.search);
  const few = yield* firstWithFew(narrowings, byText ? new Set(["search"]) : held, limitOfFew);
  if (few !== null) return yield* verbatim<LeadPageRow>(gather(query, narrowings, few));
  if (byText) return yield* searchInOrderOfIds(query, narrowings, limitOfMatched);
  if (!held.has("keywords") && [...narrowings.keys()].every((criterion) => held.has(criterion))) {
    return yield* verbatim<LeadPageRow>(walk(query, narrowings, held));
  }
  const inOrder = stretchOf(query, narrowings, held, stretch);
  const walked = yield* verbatim<LeadPageRow>(walkAndTest(query, narrowings, held, inOrder));
  if (walked.length === limit || (yield* countUpTo(inOrder, stretch)) < stretch) return walked;
  const isSearchAlone = criteria.search !== undefined && narrowings.size === 1;
  const some = isSearchAlone ? "search" : yield* firstWithFew(narrowings, new Set(), gathered);
  return some === null ? null : yield* verbatim<LeadPageRow>(gather(query, narrowings, some));
}

/** The text index finds a whole name or address several times as fast in rising order, so that is tried first. */
function* searchInOrderOfIds(query: LeadPageQuery, narrowings: Narrowings, upTo: number): Work<LeadPageRow[]> {
  const matches = matchesOf(query.criteria.search ?? "");
  const found = yield* verbatim<[number]>(sql`${matches} limit ${upTo + 1}`);
  if (found.length > upTo) return yield* verbatim<LeadPageRow>(throughTextIndex(query, narrowings));
  const ids = sql`select value as id from json_each(${JSON.stringify(found.flat())})`;
  return yield* verbatim<LeadPageRow>(gather(query, narrowings, "search", ids));
}

/** Finds the leads of one filter, tests the others on an index of their own, sorts. */
function gather(
  query: LeadPageQuery,
  narrowings: Narrowings,
  by: Criterion,
  ids = narrowings.get(by)?.ids ?? sql`select id from leads`,
) {
  const candidates = sql`(${ids}) match cross join leads l indexed by leads_facets on l.id = match.id`;
  return sorted(query, candidates, testsBeside(narrowings, new Set([by])));
}

/** Tests the leads of a range of ids, sorts. */
function outOf(query: LeadPageQuery, narrowings: Narrowings, { first, last }: LeadIdRange) {
  const ids = narrowings.get("keywords")?.ids;
  const range = sql<boolean>`l.id between ${first} and ${last}`;
  if (ids === undefined) {
    return sorted(query, sql`leads l indexed by leads_facets`, [range, ...testsBeside(narrowings, new Set())]);
  }
  const candidates = sql`(select id from (${ids}) k where k.id between ${first} and ${last}) match
    cross join leads l indexed by leads_facets on l.id = match.id`;
  return sorted(query, candidates, testsBeside(narrowings, new Set(["keywords"])));
}

/** The first of the candidates that pass the tests. Only the page's own leads are read whole. */
function sorted(
  { order, after, limit, columns }: LeadPageQuery,
  candidates: RawBuilder<unknown>,
  tests: readonly RawBuilder<boolean>[],
) {
  const behind = after === null ? [] : [comesAfter(order, after, "+")];
  return sql`
    select l.id, ${sql.raw(`l.${order.column}`)}, ${columns}
    from (select l.id from ${candidates} where ${allOf([...tests, ...behind])}
      order by ${orderBy(order, "+")} limit ${limit}) found
    cross join leads l on l.id = found.id
    order by ${orderBy(order, "+")}`;
}

/** The text index gives its matches by id in either direction; the other filters are tested on an index of their own. */
function throughTextIndex({ criteria, order, after, limit, columns }: LeadPageQuery, narrowings: Narrowings) {
  const { search = "" } = criteria;
  const direction = sql.raw(order.descending ? "desc" : "asc");
  const start = after === null ? sql`` : sql`and f.rowid ${sql.raw(order.descending ? "<" : ">")} ${after.id}`;
  return sql`
    select l.id, l.id, ${columns}
    from lead_index f cross join leads l indexed by leads_facets on l.id = f.rowid
    where f.lead_index match ${phrase(search)} ${start} and ${allOf(testsBeside(narrowings, new Set(["search"])))}
    order by f.rowid ${direction} limit ${limit}`;
}

/** Merges runs of leads that stand by id each; SQLite reads no further into each than the page goes. */
function merge({ order, after, limit, columns }: LeadPageQuery, runs: readonly RawBuilder<boolean>[]) {
  const behind = after === null ? [] : [comesAfter(order, after)];
  const ids = runs.map((run) => sql`select l.id from leads l where ${allOf([run, ...behind])}`);
  const direction = sql.raw(order.descending ? "desc" : "asc");
  return sql`
    select l.id, l.id, ${columns}
    from (${sql.join(ids, sql` union all `)} order by 1 ${direction} limit ${limit}) found
    cross join leads l on l.id = found.id
    order by ${orderBy(order, "+")}`;
}

/** Reads the index of the order, which holds all filters. */
function walk({ order, after, limit, columns }: LeadPageQuery, narrowings: Narrowings, held: ReadonlySet<Criterion>) {
  const where = allOf([...findsOf(narrowings, held), ...(after === null ? [] : [comesAfter(order, after)])]);
  return sql`
    select l.id, ${sql.raw(`l.${order.column}`)}, ${columns}
    from leads l where ${where} order by ${orderBy(order)} limit ${limit}`;
}

/** The next ids of the list as the index of the order gives them. */
function stretchOf(
  { criteria, order, after }: LeadPageQuery,
  narrowings: Narrowings,
  held: ReadonlySet<Criterion>,
  stretch: number,
) {
  const [keyword] = criteria.keywords ?? [];
  if (held.has("keywords")) {
    const than = sql.raw(order.descending ? "<" : ">");
    const behind = after === null ? sql`` : sql`and lead_id ${than} cast(${after.id} as bigint)`;
    return sql`select lead_id as id from lead_keywords where keyword = ${keyword} ${behind}
      order by lead_id ${sql.raw(order.descending ? "desc" : "asc")} limit ${stretch}`;
  }
  // Who has none of the keywords comes first by their number, and would be passed in vain.
  const hasAny =
    order.column === "keyword_count" && narrowings.has("keywords") ? [sql<boolean>`l.keyword_count > 0`] : [];
  const behind = after === null ? [] : [comesAfter(order, after)];
  const where = allOf([...findsOf(narrowings, held), ...hasAny, ...behind]);
  return sql`select l.id from leads l where ${where} order by ${orderBy(order)} limit ${stretch}`;
}

/**
 * Tests a stretch of the list, before anything else is read of a lead. SQLite joins in the order of a subquery that has
 * a limit; to sort once more would cost the early end.
 */
function walkAndTest(
  { order, limit, columns }: LeadPageQuery,
  narrowings: Narrowings,
  held: ReadonlySet<Criterion>,
  inOrder: RawBuilder<unknown>,
) {
  return sql`
    select l.id, ${sql.raw(`l.${order.column}`)}, ${columns}
    from (${inOrder}) walked cross join leads l indexed by leads_facets on l.id = walked.id
    where ${allOf(testsBeside(narrowings, held))} limit ${limit}`;
}

function* idRanges(part: number): Work<LeadIdRange[]> {
  const [ends] = yield* verbatim<[number | null, number | null]>(sql`select min(id), max(id) from leads`);
  const [first, last] = ends ?? [];
  if (typeof first !== "number" || typeof last !== "number") return [];
  const length = Math.ceil((last - first + 1) / part);
  return Array.from({ length }, (_, at) => ({ first: first + at * part, last: first + (at + 1) * part - 1 }));
}

function* count(criteria: LeadCriteria, upTo: number, { few: limitOfFew, lookedAt }: Thresholds): Work<LeadCount> {
  const narrowings = narrowingsOf(criteria);
  const [only] = narrowings.values();
  if (only !== undefined && narrowings.size === 1) return countOf(yield* countUpTo(only.ids, upTo), upTo);

  const few = yield* firstWithFew(narrowings, new Set(), limitOfFew);
  const by = few ?? (hasTrigram(criteria.search) ? "search" : null);
  const ids = by === null ? null : (narrowings.get(by)?.ids ?? null);
  const looked = ids ?? sql`select id from leads indexed by leads_facets`;
  const tests = allOf(testsBeside(narrowings, new Set(by === null ? [] : [by])));
  const found = yield* countUpTo(
    sql`select 1 from (${looked} limit ${few === null ? lookedAt : -1}) looked
      cross join leads l indexed by leads_facets on l.id = looked.id where ${tests}`,
    upTo,
  );
  if (found > upTo) return { count: upTo, exact: false };
  return { count: found, exact: few !== null || (yield* countUpTo(looked, lookedAt)) <= lookedAt };
}

/** The filters that one index holds together with the order, so that a walk meets only what they keep. */
function heldByIndexOf({ criteria, order }: LeadPageQuery): ReadonlySet<Criterion> {
  switch (order.column) {
    case "id":
      return new Set(firstOf(criteria, ["keywords", "hasEmail", "source", "status"]));
    case "score":
      return new Set(["status", "score"]);
    case "created_at":
      return new Set(["created"]);
    case "email_key":
      return new Set(["hasEmail"]);
    case "source":
    case "status":
      return new Set([order.column]);
    default:
      return new Set();
  }
}

/** The first of these that narrows and whose index runs by id: that of a keyword does when it is written in one way. */
function firstOf(criteria: LeadCriteria, wanted: readonly Criterion[]): Criterion[] {
  const fits = (criterion: Criterion): boolean =>
    criterion === "keywords" ? criteria.keywords?.length === 1 : criteria[criterion] !== undefined;
  return wanted.filter(fits).slice(0, 1);
}

/**
 * The leads of these criteria as runs that an index has by id each: those of every score, of every lack, of a status with
 * every score. Null where there is no such index.
 */
function runsById(criteria: LeadCriteria): RawBuilder<boolean>[] | null {
  const { score, missing, status, ...others } = criteria;
  if (Object.keys(others).length > 0) return null;
  if (missing !== undefined) {
    const isAlone = score === undefined && status === undefined;
    return isAlone ? listsMissing(missing).map((list) => sql`l.missing_info = ${list}`) : null;
  }
  if (score === undefined) return null;
  const scores = Array.from({ length: Math.max(score.max - score.min + 1, 0) }, (_, at) => score.min + at);
  // Of no score at all there are no leads.
  if (scores.length === 0) return [sql`false`];
  const beside = status === undefined ? sql`` : sql` and l.status = ${status}`;
  return scores.map((value) => sql`l.score = ${value}${beside}`);
}

function* firstWithFew(narrowings: Narrowings, skip: ReadonlySet<Criterion>, upTo: number): Work<Criterion | null> {
  for (const [criterion, { ids, size }] of narrowings) {
    if (skip.has(criterion)) continue;
    const found = size === undefined ? yield* countUpTo(ids, upTo) : yield* one(size);
    if (found <= upTo) return criterion;
  }
  return null;
}

/** How many rows the query has; at most one more than `upTo`. */
function* countUpTo(rows: RawBuilder<unknown>, upTo: number): Work<number> {
  return yield* one(sql`select count(*) from (select * from (${rows}) limit ${upTo + 1})`);
}

function* one(query: RawBuilder<unknown>): Work<number> {
  const [row] = yield* verbatim<[number]>(query);
  return row?.[0] ?? 0;
}

function findsOf(narrowings: Narrowings, held: ReadonlySet<Criterion>): RawBuilder<boolean>[] {
  return [...narrowings].flatMap(([criterion, { find }]) => (held.has(criterion) ? find : []));
}

function testsBeside(narrowings: Narrowings, left: ReadonlySet<Criterion>): RawBuilder<boolean>[] {
  return [...narrowings].flatMap(([criterion, { test }]) => (left.has(criterion) ? [] : test));
}
