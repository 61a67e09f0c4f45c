import type { NewRule, RuleMode } from "#shared/contract/rule.ts";
import { fieldNoun, fieldWords } from "#shared/field-words.ts";

const MODE_WORDS: Readonly<Record<RuleMode, string | null>> = {
  words: null,
  prefix: "start of word",
  phrase: "phrase",
  exact: "whole field",
  regex: "regular expression",
};

/** Fields named before the rest is counted. */
const NAMED = 2;

export function placeWords(field: string): string {
  if (field === "emailQuality") return "Email quality: good, risky or bad";
  return field === "facts" ? "All other columns and answers" : fieldWords(field);
}

/** A short note on how a rule differs from the default: "phrase · in notes · fades"; "" if it doesn't. */
export function reachWords({ mode, fields, counting, halfLifeDays }: NewRule): string {
  const names = fields.map((field) => (field === "facts" ? "other columns" : lowered(field)));
  return [
    MODE_WORDS[mode],
    names.length === 0 ? null : `in ${names.length > NAMED ? `${names.length} fields` : names.join(" and ")}`,
    counting === "once" ? "counts once" : null,
    halfLifeDays === null ? null : "fades",
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

/** Lowercases our own labels within a sentence; column names stay as the source spells them. */
function lowered(field: string): string {
  return field.startsWith("fact:") ? `“${fieldWords(field)}”` : fieldNoun(field);
}
