import { compileKeywordRegex } from "#server/intake/keyword-regex.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import type { NewRule } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

type CheckedRule = Pick<NewRule, "keywords" | "isActive" | "mode">;

/** Compiling takes time; whoever has mended so many is told of the next. */
const COMPLAINTS = 20;

/**
 * Checks what the schema of a rule cannot: that regular expressions run in linear time and are not too large, and that
 * all rules together stay within bounds. Throws invalid (422), naming a keyword by its place:
 * `rules.2.keywords.0`, with `pathOf` another way of naming the rule. `others` are the rules beside these.
 */
export function checkRules(
  rules: readonly CheckedRule[],
  pathOf: (index: number) => string = (index) => `rules.${index}.`,
  others: readonly CheckedRule[] = [],
): void {
  const all = [...rules, ...others];
  const together = rules.length === 1 ? `${pathOf(0)}keywords` : "rules";
  refuseTooMany(all, together);
  const complaints: { field: string; message: string }[] = [];
  let size = 0;
  for (const [index, { mode, keywords }] of all.entries()) {
    for (const [at, keyword] of mode === "regex" ? keywords.entries() : []) {
      const compiled = compileKeywordRegex(keyword);
      if ("refused" in compiled)
        complaints.push({ field: `${pathOf(index)}keywords.${at}`, message: compiled.refused });
      else size += compiled.size;
      if (size > LIMITS.rule.allRegexSize) throw invalid(together, TOO_LARGE);
      if (complaints.length === COMPLAINTS) refuse(complaints);
    }
  }
  refuse(complaints);
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
