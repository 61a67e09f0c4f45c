import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { counted } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";

type Part = Pick<LeadExplanation["parts"][number], "points" | "full">;

export const CAP_WORDS = `Capped at ${LIMITS.score.max}`;

/** Signed points: "+20", "−5" with a minus sign, "0". */
export function pointsWords(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/**
 * Why each part differs from its rule's points, in part order: "5 of 20 points, 60 days old" if faded, "5 of 20 points
 * off, since scores can't go below 0" if the score hit 0. Empty for parts that give their full points.
 */
export function partNotes(parts: readonly Part[], ageDays: number): string[] {
  let sum = 0;
  return parts.map(({ points, full = points }) => {
    sum += points;
    if (full === points) return "";
    const given = `${Math.abs(points)} of ${Math.abs(full)} points`;
    if (full > 0) return `${given}, ${daysOld(ageDays)}`;
    return sum === 0 ? `${given} off, since scores can't go below 0` : `${given} off, ${daysOld(ageDays)}`;
  });
}

/** The score relative to the threshold: "12 points below the threshold (30)." */
export function missingWords({ missing, threshold }: Pick<LeadExplanation, "missing" | "threshold">): string {
  if (missing <= 0) return `Reaches the threshold (${threshold}).`;
  return `${counted(missing, "point")} below the threshold (${threshold}).`;
}

function daysOld(days: number): string {
  return `${counted(days, "day")} old`;
}
