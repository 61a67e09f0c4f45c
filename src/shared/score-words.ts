import type { LeadExplanation } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";

type Part = Pick<LeadExplanation["parts"][number], "points" | "full">;

/** What the line of the cap is called wherever a score is explained. */
export const CAP_WORDS = `Cap: a score never exceeds ${LIMITS.score.max}`;

/** Points with their sign: "+20", "−5" with a minus, "0". */
export function pointsWords(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/**
 * Why parts give other points than their rules say, in the order of the parts, which is that of the score: "5 of 20
 * points, 60 days old" where they faded, "5 of 20 points off, as no more were there" where nothing was left to take from.
 * Empty for a part that gives all.
 */
export function partNotes(parts: readonly Part[], ageDays: number): string[] {
  let sum = 0;
  return parts.map(({ points, full = points }) => {
    sum += points;
    if (full === points) return "";
    const given = `${Math.abs(points)} of ${Math.abs(full)} points`;
    if (full > 0) return `${given}, ${daysOld(ageDays)}`;
    return sum === 0 ? `${given} off, as no more were there` : `${given} off, ${daysOld(ageDays)}`;
  });
}

/** "12 points are missing to the threshold of 30.": what is missing, or that nothing is. */
export function missingWords({ missing, threshold }: Pick<LeadExplanation, "missing" | "threshold">): string {
  if (missing <= 0) return `It reaches the threshold of ${threshold}.`;
  return `${missing} ${missing === 1 ? "point is" : "points are"} missing to the threshold of ${threshold}.`;
}

function daysOld(days: number): string {
  return days === 1 ? "1 day old" : `${days} days old`;
}
