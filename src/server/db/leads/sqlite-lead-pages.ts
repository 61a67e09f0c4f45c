import type { FieldCriterion } from "#server/db/leads/fields/field-criteria.ts";
import type { LeadCriteria } from "#server/db/leads/lead-filter.ts";
import { withLeadsOfTexts } from "#server/db/leads/fields/leads-of-texts.ts";
import { comesAfter, keyOf, orderBy } from "#server/db/leads/lead-order.ts";
import {
  allOf,
  type Grouping,
  type GroupScores,
  type LeadIdRange,
  type LeadPageFinder,
  type LeadPageQuery,
  type LeadPageRow,
  type TotalsQuery,
} from "#server/db/leads/lead-page.ts";
import type { Search } from "#server/db/leads/lead-search.ts";
import { sql, type Sql, verbatim, type Work } from "#server/db/engine/sql.ts";
import {
  idsBySearch,
  idsByValue,
  narrowingsOf,
  type Criterion,
  type Narrowings,
} from "#server/db/leads/sqlite-lead-narrowings.ts";
import { heldByIndexOf, heldFields, heldValues, runsById } from "#server/db/leads/sqlite-lead-order.ts";
import {
  coarseSearch,
  isIndexed,
  matchesInOrder,
  matchesOf,
  type WordThresholds,
} from "#server/db/leads/sqlite-lead-search.ts";
import { countOf, lookedAtFor, type LeadCount } from "#server/db/engine/lead-count.ts";

/** Numbers of leads above which another query plan is faster. */
export interface Thresholds extends WordThresholds {
  /** Up to this many leads are collected and sorted; a less selective filter lets a scan fill the page quickly. */
  few: number;
  /** With at most this many hits, a search collects and sorts all of them. */
  matched: number;
  /**
   * A scan stops after this many leads, since the order may cluster the matches far away, as with leads named Zoe
   * sorted by name.
   */
  walked: number;
  /** After a failed scan, up to this many leads are collected after all. */
  gathered: number;
  /** Otherwise all leads are examined, this many at a time. */
  part: number;
  /** Totals examine this many at a time, as they are read for each change of a lead. */
  summed: number;
  /** A count examines at most this many leads, more if it is to be exact for more. */
  lookedAt: number;
}

const THRESHOLDS: Thresholds = {
  few: 5_000,
  matched: 100,
  walked: 20_000,
  gathered: 50_000,
  part: 25_000,
  summed: 5_000,
  lookedAt: 20_000,
  commonStart: 60_000,
  sampled: 200,
};

/**
 * SQLite plans without statistics on values, so the plan is chosen here: the index of a selective filter, else the text
 * index or a keyword's leads (both also sorted newest first), else a merge of each score's newest leads, else a scan in
 * list order. If the matches are clustered too far away for a scan, all leads are examined, one part at a time.
 */
export function sqliteLeadPages(thresholds = THRESHOLDS): LeadPageFinder {
  const { few } = thresholds;
  const prepare = (criteria: LeadCriteria): Work<LeadCriteria> =>
    withLeadsOfTexts(criteria, few, (criterion, text) => idsOfText(criterion, text, few));
  return {
    prepare,
    page: (query) => page(query, thresholds),
    parts: {
      page: {
        ids: () => idRanges(thresholds.part),
        read: (query, ids) => verbatim<LeadPageRow>(outOf(query, narrowingsOf(query.criteria), ids)),
      },
      totals: {
        ids: () => idRanges(thresholds.summed),
        read: ({ criteria, by }, { first, last }) =>
          totals(by, sql`leads l indexed by leads_facets`, [
            sql`l.id between ${first} and ${last}`,
            ...testsBeside(narrowingsOf(criteria), new Set()),
          ]),
      },
    },
    *count(criteria, upTo) {
      return yield* count(yield* prepare(criteria), upTo, thresholds);
    },
    *totals({ criteria, by }) {
      return yield* totalsOfFew({ criteria: yield* prepare(criteria), by }, thresholds);
    },
  };
}

function* page(query: LeadPageQuery, thresholds: Thresholds): Work<LeadPageRow[] | null> {
  const { few: limitOfFew, walked: stretch, gathered } = thresholds;
  const { criteria, order, limit } = query;
  const runs = order.column === "id" ? runsById(criteria) : null;
  if (runs !== null) return yield* verbatim<LeadPageRow>(merge(query, runs));
  const narrowings = narrowingsOf(criteria);
  const held = heldByIndexOf(query);
  const { search } = criteria;
  const byText = search !== undefined && order.column === "id" && isIndexed(search);
  const few = yield* firstWithFew(narrowings, byText ? new Set(["search"]) : held, limitOfFew);
  if (few !== null) return yield* verbatim<LeadPageRow>(gather(query, narrowings, few));
  if (byText) return yield* searchInOrderOfIds(query, narrowings, search, thresholds);
  const isListed =
    order.column === "field" || held.has("keywords") || held.has("tags") || heldFields(query, held).length > 0;
  if (!isListed && [...narrowings.keys()].every((criterion) => held.has(criterion))) {
    return yield* verbatim<LeadPageRow>(walk(query, narrowings, held));
  }
  const walked: LeadPageRow[] = [];
  for (const [skipped, length] of [
    [0, stretch],
    [stretch, 2 * stretch],
  ] as const) {
    const inOrder = stretchOf(query, narrowings, held, length, skipped);
    const rest = { ...query, limit: limit - walked.length };
    walked.push(...(yield* verbatim<LeadPageRow>(walkAndTest(rest, narrowings, held, inOrder))));
    if (walked.length === limit || (yield* countUpTo(inOrder, length)) < length) return walked;
    // The next leads most likely hold the rest of the page only if these held a good part of it.
    if (3 * walked.length < limit) break;
  }
  const isSearchAlone = criteria.search !== undefined && narrowings.size === 1;
  const some = isSearchAlone ? "search" : yield* firstWithFew(narrowings, new Set(), gathered);
  return some === null ? null : yield* verbatim<LeadPageRow>(gather(query, narrowings, some));
}

/** Tries ascending order first, where the text index finds a whole name or address several times as fast. */
function* searchInOrderOfIds(
  query: LeadPageQuery,
  narrowings: Narrowings,
  search: Search,
  thresholds: Thresholds,
): Work<LeadPageRow[]> {
  const { matched: upTo } = thresholds;
  const { order, after } = query;
  const coarse = yield* coarseSearch(search, thresholds);
  const found = coarse === null ? yield* verbatim<[number]>(sql`${matchesOf(search)} limit ${upTo + 1}`) : null;
  if (found === null || found.length > upTo) {
    const inOrder = matchesInOrder(search, { descending: order.descending, after: after?.id ?? null, coarse });
    return yield* verbatim<LeadPageRow>(throughTextIndex(query, narrowings, inOrder));
  }
  const ids = sql`select value as id from json_each(${JSON.stringify(found.flat())})`;
  return yield* verbatim<LeadPageRow>(gather(query, narrowings, "search", ids));
}

/** Finds the leads of one filter, tests the others on a separate index, and sorts. */
function gather(
  query: LeadPageQuery,
  narrowings: Narrowings,
  by: Criterion,
  ids = narrowings.get(by)?.ids ?? sql`select id from leads`,
) {
  const candidates = sql`(${ids}) match cross join leads l indexed by leads_facets on l.id = match.id`;
  return sorted(query, candidates, testsBeside(narrowings, new Set([by])));
}

/** Tests the leads of an id range and sorts them. */
function outOf(query: LeadPageQuery, narrowings: Narrowings, { first, last }: LeadIdRange) {
  const ids = narrowings.get("keywords")?.ids;
  const range = sql`l.id between ${first} and ${last}`;
  if (ids === undefined) {
    return sorted(query, sql`leads l indexed by leads_facets`, [range, ...testsBeside(narrowings, new Set())]);
  }
  const candidates = sql`(select id from (${ids}) k where k.id between ${first} and ${last}) match
    cross join leads l indexed by leads_facets on l.id = match.id`;
  return sorted(query, candidates, testsBeside(narrowings, new Set(["keywords"])));
}

/** The first candidates that pass the tests. Only the page's own leads are read in full. */
function sorted({ order, after, limit, columns }: LeadPageQuery, candidates: Sql, tests: readonly Sql[]) {
  const behind = after === null ? [] : [comesAfter(order, after, "+")];
  return sql`
    select l.id, ${keyOf(order)}, ${columns}
    from (select l.id from ${candidates} where ${allOf([...tests, ...behind])}
      order by ${orderBy(order, "+")} limit ${limit}) found
    cross join leads l on l.id = found.id
    order by ${orderBy(order, "+")}`;
}

/**
 * The text indexes return matches by id in either direction; the other filters are tested on a separate index. Sorting
 * again would prevent an early stop.
 */
function throughTextIndex({ limit, columns }: LeadPageQuery, narrowings: Narrowings, inOrder: Sql) {
  return sql`
    select l.id, l.id, ${columns}
    from (${inOrder}) found
      cross join leads l indexed by leads_facets on l.id = found.id
    where ${allOf(testsBeside(narrowings, new Set(["search"])))} limit ${limit}`;
}

/** Merges runs that are each sorted by id; SQLite reads each only as far as the page needs. */
function merge({ order, after, limit, columns }: LeadPageQuery, runs: readonly Sql[]) {
  const behind = after === null ? [] : [comesAfter(order, after)];
  const ids = runs.map((run) => sql`select l.id from leads l where ${allOf([run, ...behind])}`);
  const direction = sql.raw(order.descending ? "desc" : "asc");
  return sql`
    select l.id, l.id, ${columns}
    from (${sql.join(ids, " union all ")} order by 1 ${direction} limit ${limit}) found
    cross join leads l on l.id = found.id
    order by ${orderBy(order, "+")}`;
}

/** Scans the order's index, which covers all filters. */
function walk({ order, after, limit, columns }: LeadPageQuery, narrowings: Narrowings, held: ReadonlySet<Criterion>) {
  const where = allOf([...findsOf(narrowings, held), ...(after === null ? [] : [comesAfter(order, after)])]);
  return sql`
    select l.id, ${keyOf(order)}, ${columns}
    from leads l where ${where} order by ${orderBy(order)} limit ${limit}`;
}

/** The next ids of the list after so many, from the order's index. */
function stretchOf(
  query: LeadPageQuery,
  narrowings: Narrowings,
  held: ReadonlySet<Criterion>,
  stretch: number,
  skipped: number,
) {
  const part = sql`limit ${stretch} offset ${skipped}`;
  const { criteria, order, after } = query;
  const direction = sql.raw(order.descending ? "desc" : "asc");
  const than = sql.raw(order.descending ? "<" : ">");
  const afterId = sql`cast(${after?.id ?? null} as bigint)`;
  if (order.column === "field") {
    const behind = after === null ? sql`` : sql`and (v.sort_key, v.lead_id) ${than} (${after.key}, ${afterId})`;
    return sql`select v.lead_id as id from lead_field_values v where ${heldValues(query, held)} ${behind}
      order by v.sort_key ${direction}, v.lead_id ${direction} ${part}`;
  }
  const [keyword] = criteria.keywords ?? [];
  const [tag] = criteria.tags?.ids.flat() ?? [];
  const listed = held.has("keywords")
    ? sql`lead_keywords where keyword = ${keyword}`
    : held.has("tags")
      ? sql`lead_tags where tag_id = ${tag}`
      : heldFields(query, held).length > 0
        ? sql`lead_field_values v where ${heldValues(query, held)}`
        : null;
  if (listed !== null) {
    const behind = after === null ? sql`` : sql`and lead_id ${than} ${afterId}`;
    return sql`select lead_id as id from ${listed} ${behind}
      order by lead_id ${direction} ${part}`;
  }
  // Leads without keywords come first by keyword count and can't match.
  const hasAny = order.column === "keyword_count" && narrowings.has("keywords") ? [sql`l.keyword_count > 0`] : [];
  const behind = after === null ? [] : [comesAfter(order, after)];
  const where = allOf([...findsOf(narrowings, held), ...hasAny, ...behind]);
  return sql`select l.id from leads l where ${where} order by ${orderBy(order)} ${part}`;
}

/**
 * Tests a stretch of the list before reading anything else of a lead. SQLite keeps the order of a limited subquery in a
 * join; sorting again would prevent an early stop.
 */
function walkAndTest(
  { order, limit, columns }: LeadPageQuery,
  narrowings: Narrowings,
  held: ReadonlySet<Criterion>,
  inOrder: Sql,
) {
  return sql`
    select l.id, ${keyOf(order)}, ${columns}
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

function* count(criteria: LeadCriteria, upTo: number, thresholds: Thresholds): Work<LeadCount> {
  const { few: limitOfFew } = thresholds;
  const lookedAt = lookedAtFor(upTo, thresholds);
  const narrowings = narrowingsOf(criteria);
  const { search } = criteria;
  const found = search !== undefined && isIndexed(search) ? yield* searched(search, thresholds) : null;
  const [only] = narrowings.values();
  if (only !== undefined && only.size === undefined && narrowings.size === 1)
    return countOf(yield* countUpTo(found ?? only.ids, upTo), upTo);

  const few = yield* firstWithFew(narrowings, new Set(), limitOfFew);
  const by = few ?? (found === null ? null : "search");
  const ids = by === null ? null : ((by === "search" ? found : null) ?? narrowings.get(by)?.ids ?? null);
  const looked = ids ?? sql`select id from leads indexed by leads_facets`;
  const tests = allOf(testsBeside(narrowings, new Set(by === null ? [] : [by])));
  const matching = yield* countUpTo(
    sql`select 1 from (${looked} limit ${few === null ? lookedAt : -1}) looked
      cross join leads l indexed by leads_facets on l.id = looked.id where ${tests}`,
    upTo,
  );
  if (matching > upTo) return { count: upTo, exact: false };
  return { count: matching, exact: few !== null || (yield* countUpTo(looked, lookedAt)) <= lookedAt };
}

/** The totals of a filter with few leads; null if no filter has few. */
function* totalsOfFew({ criteria, by }: TotalsQuery, thresholds: Thresholds): Work<GroupScores[] | null> {
  const narrowings = narrowingsOf(criteria);
  const few = yield* firstWithFew(narrowings, new Set(), thresholds.gathered);
  const ids = few === null ? undefined : narrowings.get(few)?.ids;
  if (few === null || ids === undefined) return null;
  const candidates = sql`(${ids}) match cross join leads l indexed by leads_facets on l.id = match.id`;
  return yield* totals(by, candidates, testsBeside(narrowings, new Set([few])));
}

function totals({ column, join }: Grouping, leads: Sql, tests: readonly Sql[]): Work<GroupScores[]> {
  return verbatim<GroupScores>(
    sql`select ${column}, count(*), sum(l.score) from ${leads} ${join} where ${allOf(tests)} group by ${column}`,
  );
}

function* searched(search: Search, thresholds: Thresholds): Work<Sql> {
  const coarse = yield* coarseSearch(search, thresholds);
  return sql`select id from (${matchesInOrder(search, { descending: false, coarse })})`;
}

/** Selects the leads of a text in a custom field, from the text index if only few leads contain it somewhere. */
function* idsOfText(criterion: FieldCriterion, text: string, upTo: number): Work<Sql> {
  const search: Search = { text, words: null };
  const isRare = isIndexed(search) && (yield* countUpTo(matchesOf(search), upTo)) <= upTo;
  return isRare ? idsBySearch(criterion, search) : idsByValue(criterion);
}

function* firstWithFew(narrowings: Narrowings, skip: ReadonlySet<Criterion>, upTo: number): Work<Criterion | null> {
  for (const [criterion, { ids, size }] of narrowings) {
    if (skip.has(criterion)) continue;
    const found = size === undefined ? yield* countUpTo(ids, upTo) : yield* one(size);
    if (found <= upTo) return criterion;
  }
  return null;
}

/** The number of rows of the query, at most `upTo` + 1. */
function* countUpTo(rows: Sql, upTo: number): Work<number> {
  return yield* one(sql`select count(*) from (select * from (${rows}) limit ${upTo + 1})`);
}

function* one(query: Sql): Work<number> {
  const [row] = yield* verbatim<[number]>(query);
  return row?.[0] ?? 0;
}

function findsOf(narrowings: Narrowings, held: ReadonlySet<Criterion>): Sql[] {
  return [...narrowings].flatMap(([criterion, { find }]) => (held.has(criterion) ? find : []));
}

function testsBeside(narrowings: Narrowings, left: ReadonlySet<Criterion>): Sql[] {
  return [...narrowings].flatMap(([criterion, { test }]) => (left.has(criterion) ? [] : test));
}
