import type { NewRule, RuleMode } from "#shared/contract/rule.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { keyOfRuleField } from "#shared/contract/leads/rule-condition.ts";
import { fieldNoun, fieldWords } from "#shared/field-words.ts";

const MODE_WORDS: Readonly<Record<RuleMode, string | null>> = {
  words: null,
  prefix: "start of word",
  phrase: "phrase",
  exact: "whole field",
  regex: "regular expression",
  condition: "condition",
};

/** Fields named before the rest is counted. */
const NAMED = 2;

/** `fields` is undefined until loaded, as no field is known to be deleted then. */
export function placeWords(field: string, fields?: readonly CustomField[]): string {
  const key = keyOfRuleField(field);
  if (key !== null) {
    return fields?.find((one) => one.key === key)?.name ?? (fields === undefined ? "Custom field" : "Deleted field");
  }
  if (field === "emailQuality") return "Email quality: good, risky or bad";
  return field === "facts" ? "All other columns and answers" : fieldWords(field);
}

/** A short note on how a rule differs from the default: "phrase · in notes · fades"; "" if it doesn't. */
export function reachWords({ mode, fields, counting, halfLifeDays }: NewRule, custom?: readonly CustomField[]): string {
  const names = fields.map((field) => (field === "facts" ? "other columns" : lowered(field, custom)));
  const where = mode === "condition" ? "on" : "in";
  return [
    MODE_WORDS[mode],
    names.length === 0 ? null : `${where} ${names.length > NAMED ? `${names.length} fields` : names.join(" and ")}`,
    counting === "once" ? "counts once" : null,
    halfLifeDays === null ? null : "fades",
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

/** Lowercases our own labels within a sentence; column names stay as the source spells them. */
function lowered(field: string, custom: readonly CustomField[] | undefined): string {
  if (keyOfRuleField(field) !== null) return `“${placeWords(field, custom)}”`;
  return field.startsWith("fact:") ? `“${fieldWords(field)}”` : fieldNoun(field);
}
