import { sql, type Sql } from "#server/db/engine/sql.ts";
import { patternOf } from "#server/db/leads/fields/field-sql.ts";
import type { Condition, Search } from "#server/db/leads/lead-search.ts";

/** The ids of leads that match the search, by the index of each text, at most so many of each. */
export function matchesOf({ text, words }: Search, atMost?: number): Sql {
  const limit = atMost === undefined ? sql`` : sql`limit ${atMost}`;
  const found = [...(text === null ? [] : [meets(text, hasPart)]), ...(words === null ? [] : [meets(words, hasStart)])];
  const each = found.map((condition) => sql`(select s.id from lead_search s where ${condition} ${limit})`);
  return sql`select id from (${sql.join(each, " union ")}) matches`;
}

/** Tests the search texts `s` without an index. */
export function isMatch({ text, words }: Search): Sql {
  const inTexts = [
    ...(text === null ? [] : [meets(text, hasPart)]),
    ...(words === null ? [] : [meets(words, likeStart)]),
  ];
  return sql`(${sql.join(inTexts, " or ")})`;
}

function hasPart(part: string): Sql {
  return sql`s.text like ${patternOf(part)}`;
}

function meets(condition: Condition, test: (text: string) => Sql): Sql {
  if (typeof condition === "string") return test(condition);
  const parts = ("any" in condition ? condition.any : condition.all).map((part) => meets(part, test));
  return sql`(${sql.join(parts, "any" in condition ? " or " : " and ")})`;
}

function likeStart(start: string): Sql {
  return sql`s.words like ${patternOf(start)}`;
}

function hasStart(start: string): Sql {
  // Words have only letters and digits, so in quotes they mean themselves.
  return sql`search_words(s.words) @@ ${`'${start.trim()}':*`}::tsquery`;
}
