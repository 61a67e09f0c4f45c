import { type Condition, isMatch, type Search } from "#server/db/leads/lead-search.ts";
import { countRows, sql, verbatim, type Sql, type Work } from "#server/db/engine/sql.ts";

/** The longest start that has its own list in the word index, with the space before it. */
const LISTED_START = 5;

/** Numbers of leads that decide how the word index is used. */
export interface WordThresholds {
  /** A start of more words than this is common. */
  commonStart: number;
  /** So many leads with the shorter start are tested first. */
  sampled: number;
}

/** The distinct ids of leads that match the search. */
export function matchesOf(search: Search): Sql {
  if (isIndexed(search)) return sql`select id from (${matchesInOrder(search, { descending: false })})`;
  const { text, words } = search;
  const found: Sql[] = [];
  if (typeof text === "string")
    found.push(sql`select doc as id from lead_trigrams where term >= ${text} and term < ${`${text}\u{10ffff}`}`);
  if (words !== null) found.push(wordMatches(words));
  return sql`select distinct id from (${sql.join(found, " union all ")})`;
}

/** Whether the search can be read from the text indexes in order of ids. They hold runs of three or more characters. */
export function isIndexed({ text }: Search): boolean {
  return typeof text !== "string" || (text.length > 2 && [...text].length > 2);
}

interface InOrder {
  descending: boolean;
  after?: string | null;
  /** What `coarseSearch` returned: its leads are tested one by one. */
  coarse?: Search | null;
}

/** The ids of matches in the text indexes, in order and only as far as they are read. */
export function matchesInOrder(search: Search, { descending, after = null, coarse = null }: InOrder): Sql {
  if (coarse !== null) {
    return sql`select found.id from (${matchesInOrder(coarse, { descending, after })}) found
      cross join lead_search s on s.id = found.id where ${isMatch(search, "instr")}`;
  }
  const { text, words } = search;
  const behind = after === null ? sql`` : sql`and rowid ${sql.raw(descending ? "<" : ">")} ${after}`;
  const found: Sql[] = [];
  if (text !== null) {
    found.push(sql`select rowid as id from lead_index where lead_index match ${queryOf(text, phrase)} ${behind}`);
  }
  if (words !== null) found.push(sql`${wordMatches(words)} ${behind}`);
  // Both come sorted, so the union is a merge that ends early. The limit keeps SQLite from dropping the order.
  return sql`${sql.join(found, " union ")} order by 1 ${sql.raw(descending ? "desc" : "asc")} limit -1`;
}

/**
 * For a search for a long and common start of words: the same search with that start cut to the length that the index
 * lists, which finds more leads but can be read only as far as needed. Of a longer start, SQLite first collects all
 * words' leads, 50 ms for a third of a million leads. Null when there is no such start, or when too few of the leads
 * found would match.
 */
export function* coarseSearch(search: Search, { commonStart, sampled }: WordThresholds): Work<Search | null> {
  if (search.words === null) return null;
  const common = new Set<string>();
  for (const start of new Set(startsIn(search.words))) {
    if (start.length <= LISTED_START) continue;
    const word = start.trim();
    const uses = sql`select 1 from lead_word_uses where term >= ${word} and term < ${`${word}\u{10ffff}`}
      limit ${commonStart + 1}`;
    if ((yield* countRows(sql`from (${uses})`)) > commonStart) common.add(start);
  }
  if (common.size === 0) return null;
  const coarse = { ...search, words: cut(search.words, common) };
  const sample = sql`${matchesInOrder(coarse, { descending: true })}`;
  const looked = sql`select s.* from (select id from (${sample}) limit ${sampled}) found
    cross join lead_search s on s.id = found.id`;
  const [counts] = yield* verbatim<[number, number]>(
    sql`select count(*), coalesce(sum(${isMatch(search, "instr")}), 0) from (${looked}) s`,
  );
  const [candidates, matching] = counts ?? [0, 0];
  return candidates < sampled || 2 * matching >= candidates ? coarse : null;
}

function startsIn(condition: Condition): string[] {
  if (typeof condition === "string") return [condition];
  return ("any" in condition ? condition.any : condition.all).flatMap(startsIn);
}

function cut(condition: Condition, starts: ReadonlySet<string>): Condition {
  if (typeof condition === "string") return starts.has(condition) ? condition.slice(0, LISTED_START) : condition;
  if ("any" in condition) return { any: condition.any.map((each) => cut(each, starts)) };
  return { all: condition.all.map((each) => cut(each, starts)) };
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
