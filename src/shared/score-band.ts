import { LIMITS } from "#shared/limits.ts";

export type ScoreBand = "success" | "warning" | "neutral";

/** The colour band of a score of 0-100: 80 and above success, 60 to 79 warning, below 60 neutral. */
export function scoreBand(score: number): ScoreBand {
  if (score >= LIMITS.scoreBands.success) return "success";
  if (score >= LIMITS.scoreBands.warning) return "warning";
  return "neutral";
}
