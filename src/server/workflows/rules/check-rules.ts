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
  const read = rules.map((rule, index) => readRegexes(rule, pathOf(index)));
  const complaints = read.flatMap((each) => each.complaints);
  if (complaints.length === 0) {
    const all = [...rules, ...others];
    const regexSize = [...read, ...others.map((rule) => readRegexes(rule, ""))].reduce(
      (sum, { size }) => sum + size,
      0,
    );
    const message = totalComplaint(all, regexSize);
    if (message !== null) complaints.push({ field: rules.length === 1 ? `${pathOf(0)}keywords` : "rules", message });
  }
  const [first] = complaints;
  if (first !== undefined) throw new AppError("invalid", 422, first.message, { fields: complaints });
}

/** What is wrong with a rule's regular expressions, and how large they are together while the rule is active. */
function readRegexes(
  { mode, keywords, isActive }: CheckedRule,
  path: string,
): { complaints: Complaint[]; size: number } {
  const complaints: Complaint[] = [];
  let size = 0;
  for (const [index, keyword] of mode === "regex" ? keywords.entries() : []) {
    const compiled = compileKeywordRegex(keyword);
    if ("refused" in compiled) complaints.push({ field: `${path}keywords.${index}`, message: compiled.refused });
    else if (isActive) size += compiled.size;
  }
  return { complaints, size };
}

function totalComplaint(rules: readonly CheckedRule[], regexSize: number): string | null {
  const { rules: most, activeKeywords, activeRegexSize } = LIMITS.rule;
  if (rules.length > most) return `There may be at most ${most} rules; this would make ${rules.length}.`;
  const keywords = rules.reduce((sum, rule) => sum + (rule.isActive ? rule.keywords.length : 0), 0);
  if (keywords > activeKeywords) {
    return `All active rules together may have at most ${activeKeywords} keywords; this would make ${keywords}.`;
  }
  if (regexSize <= activeRegexSize) return null;
  return "The regular expressions of all active rules together are too large. Leave some out, or repeat less with { }.";
}
