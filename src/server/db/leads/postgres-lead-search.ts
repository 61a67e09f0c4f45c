import { sql, type Sql, type Work } from "#server/db/engine/sql.ts";
import { patternOf } from "#server/db/leads/fields/field-sql.ts";
import { type Condition, isMatch, meets, type Search } from "#server/db/leads/lead-search.ts";
import { countUpTo, type Thresholds } from "#server/db/leads/postgres-few-leads.ts";

/** A space and two letters: the index reads the lists of very many words for such a start. */
const LONGEST_SHORT_START = 3;

/** The ids of leads that match the search, by the index of each text. */
export function matchesOf({ text, words }: Search): Sql {
  const byWords = words === null ? [] : [sql`select s.id from lead_search s where ${hasStarts(words)}`];
  // Skipping those found by words costs less than collecting both, and words alone may be more than a count needs.
  const others = words === null ? sql`` : sql`and (${meets(words, isInWords)}) is not true`;
  const byText = text === null ? [] : [sql`select s.id from lead_search s where ${meets(text, hasPart)} ${others}`];
  return sql.join([...byWords, ...byText], " union all ");
}

/** Takes a third of the time of LIKE. */
function isInWords(start: string): Sql {
  return sql`strpos(s.words, ${start}) > 0`;
}

function hasPart(part: string): Sql {
  return sql`s.text like ${patternOf(part)}`;
}

/** Starts of words by their index; next to longer ones, short ones are tested on what the index finds. */
function hasStarts(condition: Condition): Sql {
  if (typeof condition === "string" || "any" in condition) return meets(condition, hasStart);
  const isShort = (part: Condition): boolean => typeof part === "string" && part.length <= LONGEST_SHORT_START;
  const areTested = !condition.all.every(isShort);
  const parts = condition.all.map((part) => meets(part, areTested && isShort(part) ? isInWords : hasStart));
  return sql`(${sql.join(parts, " and ")})`;
}

function hasStart(start: string): Sql {
  // Words have only letters and digits, so in quotes they mean themselves.
  return sql`search_words(s.words) @@ ${`'${start.trim()}':*`}::tsquery`;
}

/** Counts matches up to a limit; what most leads have by a scan, because the index collects all matches first. */
export function* countMatches(search: Search, upTo: number, thresholds: Thresholds): Work<number> {
  if (yield* isCommon(search, thresholds)) {
    const found = yield* countUpTo(newestMatches(search, 2 * thresholds.walked), upTo);
    if (found > upTo) return found;
  }
  return yield* countUpTo(matchesOf(search), upTo);
}

/** Whether many of the newest leads match. */
export function* isCommon(search: Search, { sampled, common }: Thresholds): Work<boolean> {
  return (yield* countUpTo(newestMatches(search, sampled), common)) > common;
}

function newestMatches(search: Search, stretch: number): Sql {
  return sql`
    select 1 from (select s.text, s.words from lead_search s order by s.id desc limit ${stretch}) s
    where ${isMatch(search, "strpos")}`;
}
