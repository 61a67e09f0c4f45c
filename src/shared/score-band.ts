import { LIMITS } from "#shared/limits.ts";

export type ScoreBand = "success" | "warning" | "neutral";

/** Color band of a score: 80 and up success, 60 to 79 warning, below 60 neutral. */
export function scoreBand(score: number): ScoreBand {
  if (score >= LIMITS.scoreBands.success) return "success";
  if (score >= LIMITS.scoreBands.warning) return "warning";
  return "neutral";
}
