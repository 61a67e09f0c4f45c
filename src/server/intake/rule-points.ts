import type { ScoringRule } from "#server/intake/ruleset.ts";

const DAY_MILLISECONDS = 86_400_000;

/** How many whole UTC days lie between the day a lead was created and today (ISO 8601); 0 for one of the future. */
export function ageInDays(createdAt: string, today: string): number {
  const days = (Date.parse(today.slice(0, 10)) - Date.parse(createdAt.slice(0, 10))) / DAY_MILLISECONDS;
  return days > 0 ? days : 0;
}

/**
 * The points of one keyword of a rule for a lead of so many days: weight × 0.5^(age ÷ half-life), rounded to the nearest
 * whole number, halves away from 0; the weight itself where the rule does not fade.
 */
export function pointsAtAge({ scoreWeight, halfLifeDays }: ScoringRule, age: number): number {
  if (halfLifeDays === null) return scoreWeight;
  const size = Math.round(Math.abs(scoreWeight) * 0.5 ** (age / halfLifeDays));
  return scoreWeight < 0 && size > 0 ? -size : size;
}
