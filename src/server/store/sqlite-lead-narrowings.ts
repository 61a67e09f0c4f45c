import { sql, type RawBuilder } from "kysely";
import { listsMissing, type LeadCriteria } from "#server/store/lead-filter.ts";

export type Criterion = keyof LeadCriteria;

/** One filter, in the ways a query can use it. SQLite does not use an index for a column behind a unary plus. */
interface Narrowing {
  /** Tests a lead of the table `l` that was found another way. */
  test: RawBuilder<boolean>;
  /** Finds its leads by its own index. */
  find: RawBuilder<boolean>;
  /** The ids of its leads, each once, by its own index. */
  ids: RawBuilder<unknown>;
  /** How many leads it keeps, where that is known without counting. */
  size?: RawBuilder<unknown>;
}

export type Narrowings = ReadonlyMap<Criterion, Narrowing>;

/** Each filter of the criteria, those that usually keep fewest leads first. */
export function narrowingsOf(criteria: LeadCriteria): Narrowings {
  const { ids, status, search, source, keywords, created, score, missing, hasEmail } = criteria;
  const narrowings = new Map<Criterion, Narrowing>();
  if (ids !== undefined) narrowings.set("ids", idNarrowing(ids));
  if (status !== undefined) {
    const size = sql`select coalesce(sum(count), 0) from lead_totals where status = ${status}`;
    narrowings.set("status", { ...columnNarrowing("status", (column) => sql`${column} = ${status}`), size });
  }
  if (search !== undefined) narrowings.set("search", searchNarrowing(search));
  if (source !== undefined)
    narrowings.set(
      "source",
      columnNarrowing("source", (column) => sql`${column} = ${source}`),
    );
  if (keywords !== undefined) narrowings.set("keywords", keywordNarrowing(keywords));
  if (created !== undefined) narrowings.set("created", columnNarrowing("created_at", inTime(created)));
  if (score !== undefined) {
    const { min, max } = score;
    narrowings.set(
      "score",
      columnNarrowing("score", (column) => sql`${column} between ${min} and ${max}`),
    );
  }
  if (missing !== undefined) {
    const lists = sql.join(listsMissing(missing));
    narrowings.set(
      "missing",
      columnNarrowing("missing_info", (column) => sql`${column} in (${lists})`),
    );
  }
  if (hasEmail !== undefined) {
    const is = sql.raw(hasEmail ? "is not null" : "is null");
    narrowings.set(
      "hasEmail",
      columnNarrowing("email_key", (column) => sql`${column} ${is}`),
    );
  }
  return narrowings;
}

function columnNarrowing(column: string, compare: (column: RawBuilder<unknown>) => RawBuilder<boolean>): Narrowing {
  return {
    test: compare(sql.raw(`+l.${column}`)),
    find: compare(sql.raw(`l.${column}`)),
    ids: sql`select id from leads where ${compare(sql.raw(column))}`,
  };
}

function inTime({ from, before }: NonNullable<LeadCriteria["created"]>) {
  return (column: RawBuilder<unknown>): RawBuilder<boolean> => {
    if (from === undefined) return sql`${column} < ${before}`;
    return before === undefined ? sql`${column} >= ${from}` : sql`${column} >= ${from} and ${column} < ${before}`;
  };
}

function idNarrowing(ids: readonly string[]): Narrowing {
  // Digits as JSON numbers, which SQLite reads to the last one.
  const given = sql`select value as id from json_each(${`[${[...new Set(ids)].join(",")}]`})`;
  return { test: sql`+l.id in (${given})`, find: sql`l.id in (${given})`, ids: given };
}

function keywordNarrowing(keywords: readonly string[]): Narrowing {
  const isOne = sql`keyword in (select value from json_each(${JSON.stringify(keywords)}))`;
  const ids = withKeywords(keywords) ?? sql`select distinct lead_id as id from lead_keywords where ${isOne}`;
  return {
    test: sql`exists (select 1 from lead_keywords k where k.${isOne} and k.lead_id = l.id)`,
    find: sql`l.id in (${ids})`,
    ids,
  };
}

/** The leads with a keyword that is written in one way only; null when there are more. */
function withKeywords([keyword, ...others]: readonly string[]): RawBuilder<unknown> | null {
  if (keyword === undefined || others.length > 0) return null;
  return sql`select lead_id as id from lead_keywords where keyword = ${keyword}`;
}

function searchNarrowing(search: string): Narrowing {
  const ids = matchesOf(search);
  return {
    test: sql`(select instr(s.text, ${search}) from lead_search s where s.id = l.id) > 0`,
    find: sql`l.id in (${ids})`,
    ids,
  };
}

/** The ids of the leads whose text has these letters, each once. */
export function matchesOf(search: string): RawBuilder<unknown> {
  return hasTrigram(search)
    ? sql`select rowid as id from lead_index where lead_index match ${phrase(search)}`
    : sql`select distinct doc as id from lead_trigrams where term >= ${search} and term < ${`${search}\u{10ffff}`}`;
}

/** The text index finds runs of three characters and more. */
export function hasTrigram(search: string | undefined): boolean {
  return search !== undefined && search.length > 2 && [...search].length > 2;
}

/** The query language of the text index takes anything between double quotes as it is. */
export function phrase(search: string): string {
  return `"${search.replaceAll('"', '""')}"`;
}
