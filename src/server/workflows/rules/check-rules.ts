import { compileKeywordRegex } from "#server/intake/keyword-regex.ts";
import { AppError } from "#server/platform/errors.ts";
import type { NewRule } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

type CheckedRule = Pick<NewRule, "keywords" | "isActive" | "mode">;

interface Complaint {
  field: string;
  message: string;
}

/**
 * Checks what the schema of a rule cannot: that regular expressions run in linear time and are not too large, and that
 * the active rules together stay within bounds. Throws invalid (422), naming a keyword by its place:
 * `rules.2.keywords.0`, with `pathOf` another way of naming the rule. `others` are the rules beside these.
 */
export function checkRules(
  rules: readonly CheckedRule[],
  pathOf: (index: number) => string = (index) => `rules.${index}.`,
  others: readonly CheckedRule[] = [],
): void {
  const complaints = rules.flatMap((rule, index) => keywordComplaints(rule, pathOf(index)));
  if (complaints.length === 0) {
    const total = totalComplaint([...rules, ...others]);
    if (total !== null)
      complaints.push({ field: rules.length === 1 ? `${pathOf(0)}keywords` : "rules", message: total });
  }
  const [first] = complaints;
  if (first !== undefined) throw new AppError("invalid", 422, first.message, { fields: complaints });
}

function keywordComplaints({ mode, keywords }: CheckedRule, path: string): Complaint[] {
  if (mode !== "regex") return [];
  return keywords.flatMap((keyword, index) => {
    const compiled = compileKeywordRegex(keyword);
    return "refused" in compiled ? [{ field: `${path}keywords.${index}`, message: compiled.refused }] : [];
  });
}

function totalComplaint(rules: readonly CheckedRule[]): string | null {
  const { rules: most, activeKeywords, activeRegexSize } = LIMITS.rule;
  if (rules.length > most) return `There may be at most ${most} rules; this would make ${rules.length}.`;
  const active = rules.filter(({ isActive }) => isActive);
  const keywords = active.reduce((sum, rule) => sum + rule.keywords.length, 0);
  if (keywords > activeKeywords) {
    return `All active rules together may have at most ${activeKeywords} keywords; this would make ${keywords}.`;
  }
  const size = active.reduce((sum, rule) => sum + regexSizeOf(rule), 0);
  if (size <= activeRegexSize) return null;
  return "The regular expressions of all active rules together are too large. Leave some out, or repeat less with { }.";
}

function regexSizeOf({ mode, keywords }: CheckedRule): number {
  if (mode !== "regex") return 0;
  return keywords.reduce((sum, keyword) => {
    const compiled = compileKeywordRegex(keyword);
    return sum + ("refused" in compiled ? 0 : compiled.size);
  }, 0);
}
