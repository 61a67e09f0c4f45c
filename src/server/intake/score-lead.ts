import { leadTexts, type LeadText, type TextOfLead } from "#server/intake/lead-text.ts";
import { ageInDays, pointsAtAge } from "#server/intake/rule-points.ts";
import type { KeywordHit, Ruleset } from "#server/intake/ruleset.ts";
import type { LeadRecord, ScorePart } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";

export type Score = Pick<LeadRecord, "score" | "keywords" | "scoreParts">;

/** What of a lead decides its score. */
export type LeadToScore = TextOfLead & Pick<LeadRecord, "createdAt">;

/** Scores a lead as `scoreTexts` does, by its texts and its age on the day `today` (ISO 8601 UTC). */
export function scoreLead(lead: LeadToScore, ruleset: Ruleset, today: string): Score {
  return scoreTexts(leadTexts(lead), ruleset, ruleset.fades ? ageInDays(lead.createdAt, today) : 0);
}

/**
 * Scores texts from 0 to 100: the sum over active rules of what each keyword found gives, neither below 0 nor above 100.
 * A keyword counts once within a rule, and with it those that differ from it only in case, accents, punctuation or
 * plural. `age` is the lead's in days, for rules that fade. `scoreParts` holds one part per keyword counted, at its first
 * place in the order of the texts: what adds points first, then what takes off, each in the order of the rules, and none
 * takes off more than is there, so that the sum of the parts is never below 0. `keywords` lists them as written, each
 * once. A pure function of texts, rules and age.
 */
export function scoreTexts(texts: readonly LeadText[], ruleset: Ruleset, age: number): Score {
  const hits = ruleset.find(texts);
  const ordered = ruleset.takesOff ? [...hits.filter((hit) => !isBelow(hit)), ...hits.filter(isBelow)] : hits;
  const scoreParts: ScorePart[] = [];
  const keywords: string[] = [];
  let sum = 0;
  for (const { rule, keyword, isNews, text, start, end } of ordered) {
    const points = Math.max(pointsAtAge(rule, age), 0 - sum);
    const field = texts[text]?.field ?? "";
    const part: ScorePart = { ruleId: rule.id, ruleName: rule.name, keyword, field, start, end, points };
    if (points !== rule.scoreWeight) part.full = rule.scoreWeight;
    scoreParts.push(part);
    if (isNews) keywords.push(keyword);
    sum += points;
  }
  return { score: Math.min(LIMITS.score.max, sum), keywords, scoreParts };
}

function isBelow({ rule }: KeywordHit): boolean {
  return rule.scoreWeight < 0;
}
