import { leadTexts, type LeadText, type TextOfLead } from "#server/pipeline/intake/lead-text.ts";
import { ageInDays, pointsAtAge } from "#server/pipeline/intake/rule-points.ts";
import type { StepBudget } from "#server/pipeline/intake/keywords/regex-matcher.ts";
import type { KeywordHit, Ruleset } from "#server/pipeline/intake/ruleset.ts";
import type { LeadRecord, ScorePart } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";

export type Score = Pick<LeadRecord, "score" | "keywords" | "scoreParts">;

/** The properties of a lead that affect its score. */
export type LeadToScore = TextOfLead & Pick<LeadRecord, "createdAt">;

/** Scores a lead with `scoreTexts`, by its texts and its age on the day `today` (ISO 8601 UTC). */
export function scoreLead(lead: LeadToScore, ruleset: Ruleset, today: string): Score {
  return scoreTexts(leadTexts(lead), ruleset, ruleset.fades ? ageInDays(lead.createdAt, today) : 0);
}

/** Like `scoreLead`; null when the regular expressions need more steps than the budget has left. */
export function scoreWithin(
  lead: LeadToScore,
  { ruleset, today, budget }: { ruleset: Ruleset; today: string; budget?: StepBudget },
): Score | null {
  if (budget !== undefined && ruleset.hasRegexes && !ruleset.fits(leadTexts(lead), budget)) return null;
  return scoreLead(lead, ruleset, today);
}

/**
 * Scores texts from 0 to 100: the sum of the points of all keywords found, over all active rules, clamped to that
 * range. A keyword counts once per rule, together with those that differ only in case, accents, punctuation or plural.
 * `age` is the lead's age in days, for rules that fade. `scoreParts` has one part per counted keyword, at its first
 * match in text order: additions first, then deductions, each in rule order. No part subtracts more than is left, so
 * the sum of the parts is never below 0. `keywords` lists them as written, each once, without conditions. Pure.
 */
export function scoreTexts(texts: readonly LeadText[], ruleset: Ruleset, age: number): Score {
  const hits = ruleset.find(texts);
  const ordered = ruleset.takesOff ? [...hits.filter((hit) => !isBelow(hit)), ...hits.filter(isBelow)] : hits;
  const scoreParts: ScorePart[] = [];
  const keywords: string[] = [];
  let sum = 0;
  for (const { rule, keyword, isNews, text, start, end } of ordered) {
    const points = Math.max(pointsAtAge(rule, age), 0 - sum);
    const field = texts[text]?.field ?? rule.fields[0] ?? "";
    const part: ScorePart = { ruleId: rule.id, ruleName: rule.name, keyword, field, start, end, points };
    if (points !== rule.scoreWeight) part.full = rule.scoreWeight;
    if (rule.mode === "condition") part.isCondition = true;
    scoreParts.push(part);
    if (isNews && rule.mode !== "condition") keywords.push(keyword);
    sum += points;
  }
  return { score: Math.min(LIMITS.score.max, sum), keywords, scoreParts };
}

function isBelow({ rule }: KeywordHit): boolean {
  return rule.scoreWeight < 0;
}
