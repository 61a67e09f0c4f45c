import type { NewRule, RuleMode } from "#shared/contract/rule.ts";
import { fieldWords } from "#shared/field-words.ts";

const MODE_WORDS: Readonly<Record<RuleMode, string | null>> = {
  words: null,
  prefix: "beginnings",
  phrase: "phrase",
  exact: "whole field",
  regex: "regular expression",
};

const PLACES: Readonly<Record<string, string>> = {
  facts: "All other columns and answers",
  emailDomain: "Email domain",
};

/** So many fields are named; more are counted. */
const NAMED = 2;

/** What a rule may look at, as people call it. */
export function placeWords(field: string): string {
  return PLACES[field] ?? fieldWords(field);
}

/** How a rule reaches further than its keywords say, in few words: "phrase · in notes · fades"; "" where it does not. */
export function reachWords({ mode, fields, counting, halfLifeDays }: NewRule): string {
  const names = fields.map((field) => (field === "facts" ? "other columns" : lowered(field)));
  return [
    MODE_WORDS[mode],
    names.length === 0 ? null : `in ${names.length > NAMED ? `${names.length} fields` : names.join(" and ")}`,
    counting === "once" ? "once" : null,
    halfLifeDays === null ? null : "fades",
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

/** Our own words in the middle of a sentence; a column is called what its source calls it. */
function lowered(field: string): string {
  return field.startsWith("fact:") ? `“${fieldWords(field)}”` : fieldWords(field).toLowerCase();
}
