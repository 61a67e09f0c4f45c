import { sql, type RawBuilder } from "kysely";
import type { LeadCriteria } from "#server/store/lead-filter.ts";
import { comesAfter, orderBy, type LeadOrder } from "#server/store/lead-order.ts";
import { allOf, countOf, type LeadPageFinder, type LeadPageQuery, type LeadPageRow } from "#server/store/lead-page.ts";
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
  /** A count looks at no more leads than this. */
  lookedAt: number;
}

const THRESHOLDS: Thresholds = { few: 5_000, matched: 100, walked: 20_000, lookedAt: 20_000 };

type Criterion = keyof LeadCriteria;

/** One filter, in the ways a query can use it. SQLite does not use an index for a column behind a unary plus. */
interface Narrowing {
  /** Tests a lead that was found another way. */
  test: RawBuilder<boolean>;
  /** Finds its leads by its own index. */
  find: RawBuilder<boolean>;
  /** The entries of its index, one for each lead. */
  entries: RawBuilder<unknown>;
  /** How many leads it keeps, where that is known without counting. */
  size?: RawBuilder<unknown>;
}

type Narrowings = ReadonlyMap<Criterion, Narrowing>;

/**
 * SQLite plans without knowing how many rows a value has, so the way to a page is chosen here: by the index of a
 * filter that keeps few leads, else through the text index, which also runs newest first, else by a walk in the order
 * of the list past the leads that do not fit.
 */
export function sqliteLeadPages(thresholds = THRESHOLDS): LeadPageFinder {
  return {
    page: (query) => page(query, thresholds),
    count: (criteria, upTo) => count(criteria, upTo, thresholds),
  };
}

function* page(query: LeadPageQuery, thresholds: Thresholds): Work<LeadPageRow[]> {
  const { few: limitOfFew, matched: limitOfMatched, walked: stretch } = thresholds;
  const { criteria, order, limit } = query;
  const narrowings = narrowingsOf(criteria);
  const byText = order.column === "id" && hasTrigram(criteria.search);
  const few = yield* firstWithFew(narrowings, byText ? new Set(["search"]) : heldByIndexOf(order), limitOfFew);
  if (few !== null) return yield* verbatim<LeadPageRow>(gather(query, narrowings, few));
  if (byText) return yield* searchInOrderOfIds(query, narrowings, limitOfMatched);
  if (criteria.search === undefined) return yield* verbatim<LeadPageRow>(walk(query, narrowings));
  const walked = yield* verbatim<LeadPageRow>(walkAndSearch(query, narrowings, stretch));
  if (walked.length === limit) return walked;
  return yield* verbatim<LeadPageRow>(gather(query, narrowings, "search"));
}

/** The text index finds a whole name or address several times as fast in rising order, so that is tried first. */
function* searchInOrderOfIds(query: LeadPageQuery, narrowings: Narrowings, upTo: number): Work<LeadPageRow[]> {
  const matches = matchesOf(query.criteria.search ?? "");
  const found = yield* verbatim<[number]>(sql`${matches} limit ${upTo + 1}`);
  if (found.length > upTo) return yield* verbatim<LeadPageRow>(throughTextIndex(query, narrowings));
  const ids = sql`select value as id from json_each(${JSON.stringify(found.flat())})`;
  return yield* verbatim<LeadPageRow>(gather(query, narrowings, "search", ids));
}

/** Finds the leads of one filter, tests the others, sorts. Only the page's own leads are read whole. */
function gather(
  { criteria, order, after, limit, columns }: LeadPageQuery,
  narrowings: Narrowings,
  by: Criterion,
  matches = matchesOf(criteria.search ?? ""),
) {
  const key = sql.raw(`l.${order.column}`);
  const behind = after === null ? [] : [comesAfter(order, after, "+")];
  const candidates =
    by === "search"
      ? sql`(${matches}) match cross join leads l indexed by leads_facets on l.id = match.id
          where ${allOf([...testsBeside(narrowings, by), ...behind])}`
      : sql`leads l where ${allOf([...conditions(narrowings, new Set([by])), ...behind])}`;
  return sql`
    select l.id, ${key}, ${columns}
    from (select l.id from ${candidates} order by ${orderBy(order, "+")} limit ${limit}) found
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
    where f.lead_index match ${phrase(search)} ${start} and ${allOf(testsBeside(narrowings, "search"))}
    order by f.rowid ${direction} limit ${limit}`;
}

/** Reads the index of the order and leaves out what does not fit. */
function walk({ order, after, limit, columns }: LeadPageQuery, narrowings: Narrowings) {
  const where = allOf([
    ...conditions(narrowings, heldByIndexOf(order)),
    ...(after === null ? [] : [comesAfter(order, after)]),
  ]);
  return sql`
    select l.id, ${sql.raw(`l.${order.column}`)}, ${columns}
    from leads l where ${where} order by ${orderBy(order)} limit ${limit}`;
}

/**
 * Reads a stretch of the index of the order and searches in it, before anything else is read of a lead. SQLite joins in
 * the order of a subquery that has a limit; to sort once more would cost the early end.
 */
function walkAndSearch({ order, after, limit, columns }: LeadPageQuery, narrowings: Narrowings, stretch: number) {
  const held = heldByIndexOf(order);
  const inOrder = allOf([
    ...[...narrowings].filter(([criterion]) => held.has(criterion)).map(([, { find }]) => find),
    ...(after === null ? [] : [comesAfter(order, after)]),
  ]);
  const key = sql.raw(`l.${order.column}`);
  const tests = [...narrowings].filter(([criterion]) => !held.has(criterion)).map(([, { test }]) => test);
  return sql`
    select l.id, ${key}, ${columns}
    from (select l.id from leads l where ${inOrder} order by ${orderBy(order)} limit ${stretch}) walked
    cross join leads l on l.id = walked.id where ${allOf(tests)} limit ${limit}`;
}

function* count(criteria: LeadCriteria, upTo: number, { few: limitOfFew, lookedAt }: Thresholds): Work<LeadCount> {
  const narrowings = narrowingsOf(criteria);
  const [only] = narrowings.values();
  if (only !== undefined && narrowings.size === 1) return countOf(yield* countUpTo(only.entries, upTo), upTo);

  const few = yield* firstWithFew(narrowings, new Set(), limitOfFew);
  if (few !== null) {
    const where = allOf(conditions(narrowings, new Set([few])));
    return countOf(yield* countUpTo(sql`select 1 from leads l where ${where}`, upTo), upTo);
  }
  const byText = hasTrigram(criteria.search);
  const looked = byText ? matchesOf(criteria.search ?? "") : sql`select id from leads indexed by leads_facets`;
  const tests = allOf(byText ? testsBeside(narrowings, "search") : [...narrowings.values()].map(({ test }) => test));
  const found = yield* countUpTo(
    sql`select 1 from (${looked} limit ${lookedAt}) looked
      cross join leads l indexed by leads_facets on l.id = looked.id where ${tests}`,
    upTo,
  );
  if (found > upTo) return { count: upTo, exact: false };
  return { count: found, exact: (yield* countUpTo(looked, lookedAt)) <= lookedAt };
}

function narrowingsOf({ status, source, minScore, search }: LeadCriteria): Narrowings {
  const narrowings = new Map<Criterion, Narrowing>();
  if (status !== undefined) {
    const size = sql`select coalesce(sum(count), 0) from lead_totals where status = ${status}`;
    narrowings.set("status", { ...columnNarrowing("status", "=", status), size });
  }
  if (search !== undefined) narrowings.set("search", searchNarrowing(search));
  if (source !== undefined) narrowings.set("source", columnNarrowing("source", "=", source));
  if (minScore !== undefined) narrowings.set("minScore", columnNarrowing("score", ">=", minScore));
  return narrowings;
}

function columnNarrowing(column: string, operator: "=" | ">=", value: string | number): Narrowing {
  const compare = (name: string): RawBuilder<boolean> => sql`${sql.raw(`${name} ${operator}`)} ${value}`;
  return {
    test: compare(`+l.${column}`),
    find: compare(`l.${column}`),
    entries: sql`select 1 from leads where ${compare(column)}`,
  };
}

function searchNarrowing(search: string): Narrowing {
  const matches = matchesOf(search);
  return {
    test: sql`(select instr(s.text, ${search}) from lead_search s where s.id = l.id) > 0`,
    find: sql`l.id in (${matches})`,
    entries: matches,
  };
}

/** The ids of the leads whose text has these letters, each once. */
function matchesOf(search: string): RawBuilder<unknown> {
  return hasTrigram(search)
    ? sql`select rowid as id from lead_index where lead_index match ${phrase(search)}`
    : sql`select distinct doc as id from lead_trigrams where term >= ${search} and term < ${`${search}\u{10ffff}`}`;
}

/** The text index finds runs of three characters and more. */
function hasTrigram(search: string | undefined): boolean {
  return search !== undefined && search.length > 2 && [...search].length > 2;
}

/** The query language of the text index takes anything between double quotes as it is. */
function phrase(search: string): string {
  return `"${search.replaceAll('"', '""')}"`;
}

/** The filters that an index holds together with the order, so that a walk meets only what they keep. */
function heldByIndexOf({ column }: LeadOrder): ReadonlySet<Criterion> {
  if (column === "id") return new Set(["status", "source"]);
  return column === "score" ? new Set(["status", "minScore"]) : new Set();
}

function* firstWithFew(narrowings: Narrowings, skip: ReadonlySet<Criterion>, upTo: number): Work<Criterion | null> {
  for (const [criterion, { entries, size }] of narrowings) {
    if (skip.has(criterion)) continue;
    const found = size === undefined ? yield* countUpTo(entries, upTo) : yield* one(size);
    if (found <= upTo) return criterion;
  }
  return null;
}

/** How many rows the query has; at most one more than `upTo`. */
function* countUpTo(rows: RawBuilder<unknown>, upTo: number): Work<number> {
  return yield* one(sql`select count(*) from (${rows} limit ${upTo + 1})`);
}

function* one(query: RawBuilder<unknown>): Work<number> {
  const [row] = yield* verbatim<[number]>(query);
  return row?.[0] ?? 0;
}

/** Each filter as a condition: those in `byIndex` may use their index. */
function conditions(narrowings: Narrowings, byIndex: ReadonlySet<Criterion>): RawBuilder<boolean>[] {
  return [...narrowings].map(([criterion, { find, test }]) => (byIndex.has(criterion) ? find : test));
}

function testsBeside(narrowings: Narrowings, left: Criterion): RawBuilder<boolean>[] {
  return [...narrowings].filter(([criterion]) => criterion !== left).map(([, { test }]) => test);
}
