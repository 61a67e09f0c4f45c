import { sql, type RawBuilder } from "kysely";
import type { LeadCriteria } from "#server/store/lead-filter.ts";
import { comesAfter, orderBy, type LeadOrder } from "#server/store/lead-order.ts";
import type { LeadPageFinder, LeadPageQuery, LeadPageRow } from "#server/store/lead-page.ts";
import type { LeadCount } from "#server/store/types.ts";
import { verbatim, type Work } from "#server/store/work.ts";

/** Up to this many leads are gathered and sorted; a filter that keeps more lets a walk in order find its page soon. */
const FEW = 5_000;
/** A count looks at no more leads than this. */
const LOOKED_AT = 50_000;

type Criterion = keyof LeadCriteria;

/** One filter, in the ways a query can use it. SQLite does not use an index for a column behind a unary plus. */
interface Narrowing {
  /** Tests a lead that was found another way. */
  test: RawBuilder<boolean>;
  /** Finds its leads by its own index. */
  find: RawBuilder<boolean>;
  /** The entries of its index, one for each lead. */
  entries: RawBuilder<unknown>;
}

type Narrowings = ReadonlyMap<Criterion, Narrowing>;

/**
 * SQLite plans without knowing how many rows a value has, so the way to a page is chosen here: by the index of a
 * filter that keeps few leads, else through the text index, which also runs newest first, else by a walk in the order
 * of the list past the leads that do not fit.
 */
export const sqliteLeadPages: LeadPageFinder = { page, count };

function* page(query: LeadPageQuery): Work<LeadPageRow[]> {
  const { criteria, order } = query;
  const narrowings = narrowingsOf(criteria);
  const byText = order.column === "id" && hasTrigram(criteria.search);
  const skipped = skippedByIndexOf(order);
  const few = yield* firstWithFew(narrowings, byText ? new Set(["search"]) : skipped);
  if (few !== null) return yield* verbatim<LeadPageRow>(gather(query, narrowings, few));
  if (byText) return yield* verbatim<LeadPageRow>(throughTextIndex(query, narrowings));
  return yield* verbatim<LeadPageRow>(walk(query, narrowings, skipped));
}

/** Finds the leads of one filter, tests the others, sorts. Only the page's own leads are read whole. */
function gather({ order, after, limit, columns }: LeadPageQuery, narrowings: Narrowings, by: Criterion) {
  const key = sql.ref(`l.${order.column}`);
  const where = allOf([...conditions(narrowings, new Set([by])), ...(after ? [comesAfter(order, after, "+")] : [])]);
  return sql`
    select found.id, found.key, ${columns}
    from (select l.id, ${key} as key from leads l where ${where} order by ${orderBy(order, "+")} limit ${limit}) found
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
function walk(
  { order, after, limit, columns }: LeadPageQuery,
  narrowings: Narrowings,
  skipped: ReadonlySet<Criterion>,
) {
  const where = allOf([...conditions(narrowings, skipped), ...(after ? [comesAfter(order, after)] : [])]);
  return sql`
    select l.id, ${sql.ref(`l.${order.column}`)}, ${columns}
    from leads l where ${where} order by ${orderBy(order)} limit ${limit}`;
}

function* count(criteria: LeadCriteria, upTo: number): Work<LeadCount> {
  const narrowings = narrowingsOf(criteria);
  const [only] = narrowings.values();
  if (only !== undefined && narrowings.size === 1) return bounded(yield* countUpTo(only.entries, upTo), upTo);

  const few = yield* firstWithFew(narrowings, new Set());
  if (few !== null) {
    const where = allOf(conditions(narrowings, new Set([few])));
    return { count: yield* countUpTo(sql`select 1 from leads l where ${where}`, FEW), exact: true };
  }
  const byText = hasTrigram(criteria.search);
  const looked = byText
    ? sql`select rowid as id from lead_index where lead_index match ${phrase(criteria.search ?? "")}`
    : sql`select id from leads indexed by leads_facets`;
  const tests = allOf(byText ? testsBeside(narrowings, "search") : [...narrowings.values()].map(({ test }) => test));
  const found = yield* countUpTo(
    sql`select 1 from (${looked} limit ${LOOKED_AT}) looked
      cross join leads l indexed by leads_facets on l.id = looked.id where ${tests}`,
    upTo,
  );
  if (found > upTo) return { count: upTo, exact: false };
  return { count: found, exact: (yield* countUpTo(looked, LOOKED_AT)) <= LOOKED_AT };
}

function bounded(found: number, upTo: number): LeadCount {
  return { count: Math.min(found, upTo), exact: found <= upTo };
}

function narrowingsOf({ status, source, minScore, search }: LeadCriteria): Narrowings {
  const narrowings = new Map<Criterion, Narrowing>();
  if (status !== undefined) narrowings.set("status", columnNarrowing("status", "=", status));
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
  const entries = hasTrigram(search)
    ? sql`select rowid from lead_index where lead_index match ${phrase(search)}`
    : sql`select distinct doc from lead_trigrams where term >= ${search} and term < ${`${search}\u{10ffff}`}`;
  return {
    test: sql`(select instr(s.text, ${search}) from lead_search s where s.id = l.id) > 0`,
    find: sql`l.id in (${entries})`,
    entries,
  };
}

/** The text index finds runs of three characters and more. */
function hasTrigram(search: string | undefined): boolean {
  return search !== undefined && search.length > 2 && [...search].length > 2;
}

/** The query language of the text index takes anything between double quotes as it is. */
function phrase(search: string): string {
  return `"${search.replaceAll('"', '""')}"`;
}

/** The filters for which the index of an order has the place to start or stop, so that a walk needs no test. */
function skippedByIndexOf({ column }: LeadOrder): ReadonlySet<Criterion> {
  if (column === "id") return new Set(["status"]);
  return column === "score" ? new Set(["status", "minScore"]) : new Set();
}

function* firstWithFew(narrowings: Narrowings, skip: ReadonlySet<Criterion>): Work<Criterion | null> {
  for (const [criterion, { entries }] of narrowings) {
    if (!skip.has(criterion) && (yield* countUpTo(entries, FEW)) <= FEW) return criterion;
  }
  return null;
}

/** How many rows the query has; at most one more than `upTo`. */
function* countUpTo(rows: RawBuilder<unknown>, upTo: number): Work<number> {
  const [row] = yield* verbatim<[number]>(sql`select count(*) from (${rows} limit ${upTo + 1})`);
  return row?.[0] ?? 0;
}

/** Each filter as a condition: those in `byIndex` may use their index. */
function conditions(narrowings: Narrowings, byIndex: ReadonlySet<Criterion>): RawBuilder<boolean>[] {
  return [...narrowings].map(([criterion, { find, test }]) => (byIndex.has(criterion) ? find : test));
}

function testsBeside(narrowings: Narrowings, left: Criterion): RawBuilder<boolean>[] {
  return [...narrowings].filter(([criterion]) => criterion !== left).map(([, { test }]) => test);
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
