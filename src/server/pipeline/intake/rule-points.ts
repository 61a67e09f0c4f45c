import { DAY } from "#shared/durations.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";

/** Whole UTC days between the day a lead was created and today (ISO 8601); 0 for a date in the future. */
export function ageInDays(createdAt: string, today: string): number {
  const days = (Date.parse(today.slice(0, 10)) - Date.parse(createdAt.slice(0, 10))) / DAY;
  return days > 0 ? days : 0;
}

/**
 * Points of a rule's keyword for a lead's age in days: weight × 0.5^(age ÷ half-life), rounded half away from 0; the
 * plain weight if the rule does not fade.
 */
export function pointsAtAge({ scoreWeight, halfLifeDays }: ScoringRule, age: number): number {
  if (halfLifeDays === null) return scoreWeight;
  const size = Math.round(Math.abs(scoreWeight) * 0.5 ** (age / halfLifeDays));
  return scoreWeight < 0 && size > 0 ? -size : size;
}
