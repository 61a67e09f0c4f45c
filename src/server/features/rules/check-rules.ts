import { inEnglish } from "#shared/counted.ts";
import { compileKeywordRegex } from "#server/pipeline/intake/keywords/keyword-regex.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { keyOfRuleField, readCondition, UNREADABLE_CONDITION } from "#shared/contract/leads/rule-condition.ts";
import type { NewRule } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

type CheckedRule = Pick<NewRule, "keywords" | "isActive" | "mode" | "fields">;

/** Compiling takes time, so only this many are reported at once. */
const COMPLAINTS = 20;
/** Compiling programs of this total size takes tens of milliseconds. */
const SIZE_REFUSED = 20_000;

/**
 * Checks what a rule's schema can't: that conditions can be read and name a custom field, that regular expressions run
 * in linear time and within their size limit, and that all rules together stay within bounds. Throws invalid (422),
 * naming a keyword by its place: `rules.2.keywords.0`, or `keywords.0` for a single rule. `others` are the existing
 * rules: they count toward the bounds but aren't reported, and exceeding the bounds without the new one doesn't block a
 * rule of plain words.
 */
export function checkRules(
  rules: readonly CheckedRule[],
  list: string | null = "rules",
  others: readonly CheckedRule[] = [],
): void {
  const together = list ?? "keywords";
  refuseTooMany([...rules, ...others], together);
  const complaints: { field: string; message: string }[] = [];
  const most = LIMITS.rule.allRegexSize - others.reduce((sum, rule) => sum + sizeOf(rule), 0);
  let size = 0;
  let sizeRefused = 0;
  for (const [index, rule] of rules.entries()) {
    const { mode, keywords } = rule;
    const path = list === null ? "" : `${list}.${index}.`;
    const place = `${path}keywords`;
    if (mode === "condition") checkConditions(rule, path);
    for (const [at, keyword] of mode === "regex" ? keywords.entries() : []) {
      const compiled = compileKeywordRegex(keyword);
      if ("refused" in compiled) {
        complaints.push({ field: `${place}.${at}`, message: compiled.refused });
        sizeRefused += compiled.size;
      } else {
        size += compiled.size;
      }
      if (complaints.length === COMPLAINTS || sizeRefused > SIZE_REFUSED) refuse(complaints);
      if (size > 0 && size > most) throw invalid(together, TOO_LARGE);
    }
  }
  refuse(complaints);
}

function checkConditions({ keywords, fields }: CheckedRule, path: string): void {
  if (fields.length !== 1 || !fields.every((field) => keyOfRuleField(field) !== null)) {
    throw invalid(`${path}fields`, "Choose one custom field for the condition.");
  }
  const unread = keywords.findIndex((keyword) => readCondition(keyword) === null);
  if (unread < 0) return;
  throw invalid(`${path}keywords.${unread}`, UNREADABLE_CONDITION);
}

function sizeOf({ mode, keywords }: CheckedRule): number {
  if (mode !== "regex") return 0;
  return keywords.reduce((sum, keyword) => {
    const compiled = compileKeywordRegex(keyword);
    return "refused" in compiled ? sum : sum + compiled.size;
  }, 0);
}

const TOO_LARGE = "Your regular expressions are too large in total. Remove some, or use smaller numbers in { }.";

function refuse(complaints: { field: string; message: string }[]): void {
  const [first] = complaints;
  if (first !== undefined) throw new AppError("invalid", 422, first.message, { fields: complaints });
}

function refuseTooMany(rules: readonly CheckedRule[], field: string): void {
  const { rules: most, activeKeywords } = LIMITS.rule;
  if (rules.length > most)
    throw invalid(field, `You can have up to ${inEnglish(most)} rules; this would make ${inEnglish(rules.length)}.`);
  const keywords = rules.reduce((sum, rule) => sum + (rule.isActive ? rule.keywords.length : 0), 0);
  if (keywords <= activeKeywords) return;
  throw invalid(
    field,
    `Active rules can have up to ${inEnglish(activeKeywords)} keywords in total; this would make ${inEnglish(keywords)}.`,
  );
}
