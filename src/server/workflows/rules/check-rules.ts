import { compileKeywordRegex } from "#server/intake/keyword-regex.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import type { NewRule } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

type CheckedRule = Pick<NewRule, "keywords" | "isActive" | "mode">;

/** Compiling takes time; whoever has mended so many is told of the next. */
const COMPLAINTS = 20;

/**
 * Checks what the schema of a rule cannot: that regular expressions run in linear time and are not too large, and that
 * all rules together stay within bounds. Throws invalid (422), naming a keyword by its place in the list:
 * `rules.2.keywords.0`, or `keywords.0` of a rule that is no list. `others` are the rules beside these: they count for
 * the bounds, but nothing is said of what they are.
 */
export function checkRules(
  rules: readonly CheckedRule[],
  list: string | null = "rules",
  others: readonly CheckedRule[] = [],
): void {
  const together = list ?? "keywords";
  refuseTooMany([...rules, ...others], together);
  const complaints: { field: string; message: string }[] = [];
  let size = others.reduce((sum, rule) => sum + sizeOf(rule), 0);
  for (const [index, { mode, keywords }] of rules.entries()) {
    const place = list === null ? "keywords" : `${list}.${index}.keywords`;
    for (const [at, keyword] of mode === "regex" ? keywords.entries() : []) {
      const compiled = compileKeywordRegex(keyword);
      if ("refused" in compiled) complaints.push({ field: `${place}.${at}`, message: compiled.refused });
      else size += compiled.size;
      if (size > LIMITS.rule.allRegexSize) throw invalid(together, TOO_LARGE);
      if (complaints.length === COMPLAINTS) refuse(complaints);
    }
  }
  refuse(complaints);
  if (size > LIMITS.rule.allRegexSize) throw invalid(together, TOO_LARGE);
}

function sizeOf({ mode, keywords }: CheckedRule): number {
  if (mode !== "regex") return 0;
  return keywords.reduce((sum, keyword) => {
    const compiled = compileKeywordRegex(keyword);
    return "refused" in compiled ? sum : sum + compiled.size;
  }, 0);
}

const TOO_LARGE =
  "The regular expressions of all rules together are too large. Leave some out, or use smaller numbers in { }.";

function refuse(complaints: { field: string; message: string }[]): void {
  const [first] = complaints;
  if (first !== undefined) throw new AppError("invalid", 422, first.message, { fields: complaints });
}

function refuseTooMany(rules: readonly CheckedRule[], field: string): void {
  const { rules: most, activeKeywords } = LIMITS.rule;
  if (rules.length > most) throw invalid(field, `There may be at most ${most} rules; this would make ${rules.length}.`);
  const keywords = rules.reduce((sum, rule) => sum + (rule.isActive ? rule.keywords.length : 0), 0);
  if (keywords <= activeKeywords) return;
  throw invalid(
    field,
    `All active rules together may have at most ${activeKeywords} keywords; this would make ${keywords}.`,
  );
}
