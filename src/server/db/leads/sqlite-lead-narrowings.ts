import { listsMissing, type LeadCriteria } from "#server/db/leads/lead-filter.ts";
import type { Condition, Search } from "#server/db/leads/lead-search.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";
import { allOf } from "#server/db/leads/lead-page.ts";

export type Criterion = keyof LeadCriteria;

/** One filter in the forms a query can use. SQLite uses no index for a column behind a unary plus. */
interface Narrowing {
  /** Tests a lead of table `l` that was found another way. */
  test: Sql;
  /** Finds its leads through its own index. */
  find: Sql;
  /** The distinct ids of its leads, through its own index. */
  ids: Sql;
  /** The number of matching leads, where it is known without counting. */
  size?: Sql;
}

export type Narrowings = ReadonlyMap<Criterion, Narrowing>;

/** The criteria's filters, usually most selective first. */
export function narrowingsOf(criteria: LeadCriteria): Narrowings {
  const { ids, status, statuses, inProgress, search, source, keywords, created, score, missing, hasEmail } = criteria;
  const narrowings = new Map<Criterion, Narrowing>();
  if (ids !== undefined) narrowings.set("ids", idNarrowing(ids));
  if (inProgress !== undefined) narrowings.set("inProgress", progressNarrowing(inProgress));
  if (statuses !== undefined) {
    narrowings.set(
      "statuses",
      columnNarrowing("status", (column) => sql`${column} in (${sql.join(statuses)})`),
    );
  }
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

function columnNarrowing(column: string, compare: (column: Sql) => Sql): Narrowing {
  return {
    test: compare(sql.raw(`+l.${column}`)),
    find: compare(sql.raw(`l.${column}`)),
    ids: sql`select id from leads where ${compare(sql.raw(column))}`,
  };
}

function inTime({ from, before }: NonNullable<LeadCriteria["created"]>) {
  return (column: Sql): Sql => {
    if (from === undefined) return sql`${column} < ${before}`;
    return before === undefined ? sql`${column} >= ${from}` : sql`${column} >= ${from} and ${column} < ${before}`;
  };
}

function idNarrowing(ids: readonly string[]): Narrowing {
  // Ids as JSON numbers, which SQLite reads without losing digits.
  const given = sql`select value as id from json_each(${`[${[...new Set(ids)].join(",")}]`})`;
  return { test: sql`+l.id in (${given})`, find: sql`l.id in (${given})`, ids: given };
}

/** Reads only the index of leads in progress. */
function progressNarrowing(is: boolean): Narrowing {
  const ids = sql`select id from leads indexed by leads_in_progress where qualification_status = 'in_progress'`;
  if (is) return { test: sql`+l.id in (${ids})`, find: sql`l.id in (${ids})`, ids };
  const test = sql`+l.id not in (${ids})`;
  return { test, find: test, ids: sql`select l.id from leads l indexed by leads_facets where ${test}` };
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

/** Leads with a keyword stored in a single spelling; null when there are several. */
function withKeywords([keyword, ...others]: readonly string[]): Sql | null {
  if (keyword === undefined || others.length > 0) return null;
  return sql`select lead_id as id from lead_keywords where keyword = ${keyword}`;
}

function searchNarrowing(search: Search): Narrowing {
  const ids = matchesOf(search);
  return {
    test: sql`(select ${isMatch(search)} from lead_search s where s.id = l.id)`,
    find: sql`l.id in (${ids})`,
    ids,
  };
}

/** Tests the search texts `s`. */
function isMatch({ text, words }: Search): Sql {
  const inText = meets("text", text);
  return words === null ? inText : sql`(${inText} or ${meets("words", words)})`;
}

function meets(column: "text" | "words", condition: Condition): Sql {
  if (typeof condition === "string") return sql`instr(${sql.raw(`s.${column}`)}, ${condition}) > 0`;
  if ("all" in condition) return sql`(${allOf(condition.all.map((part) => meets(column, part)))})`;
  return sql`(${sql.join(
    condition.any.map((part) => meets(column, part)),
    " or ",
  )})`;
}

/** The distinct ids of leads that match the search. */
export function matchesOf(search: Search): Sql {
  if (isIndexed(search)) return sql`select id from (${matchesInOrder(search, { descending: false })})`;
  const { text, words } = search;
  const part = typeof text === "string" ? text : "";
  const found = [sql`select doc as id from lead_trigrams where term >= ${part} and term < ${`${part}\u{10ffff}`}`];
  if (words !== null) found.push(wordMatches(words));
  return sql`select distinct id from (${sql.join(found, " union all ")})`;
}

/** Whether the search can be read from the text indexes in order of ids. They hold runs of three or more characters. */
export function isIndexed({ text }: Search): boolean {
  return typeof text !== "string" || (text.length > 2 && [...text].length > 2);
}

/** The ids of matches in the text indexes, in order and only as far as they are read. */
export function matchesInOrder(
  { text, words }: Search,
  { descending, after = null }: { descending: boolean; after?: string | null },
): Sql {
  const behind = after === null ? sql`` : sql`and rowid ${sql.raw(descending ? "<" : ">")} ${after}`;
  const inText = sql`select rowid as id from lead_index where lead_index match ${queryOf(text, phrase)} ${behind}`;
  const found = words === null ? inText : sql`${inText} union ${wordMatches(words)} ${behind}`;
  // Both come sorted, so the union is a merge that ends early. The limit keeps SQLite from dropping the order.
  return sql`${found} order by 1 ${sql.raw(descending ? "desc" : "asc")} limit -1`;
}

function wordMatches(words: Condition): Sql {
  const query = queryOf(words, (start) => `${phrase(start.trim())}*`);
  return sql`select rowid as id from lead_words where lead_words match ${query}`;
}

/** A condition in the query language of the text indexes. */
function queryOf(condition: Condition, quoted: (text: string) => string): string {
  if (typeof condition === "string") return quoted(condition);
  const parts = ("any" in condition ? condition.any : condition.all).map((part) => queryOf(part, quoted));
  return `(${parts.join("any" in condition ? " OR " : " AND ")})`;
}

/** The text indexes' query language takes anything in double quotes literally. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
