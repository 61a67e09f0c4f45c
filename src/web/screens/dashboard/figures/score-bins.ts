import type { ScoreDistribution } from "#shared/contract/dashboard.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { LIMITS } from "#shared/limits.ts";
import { scoreBand, type ScoreBand } from "#shared/score-band.ts";

/** Scores per column; band boundaries are multiples of it. */
export const BIN_WIDTH = 5;

export interface ScoreBin {
  /** Lowest and highest score of the bin. */
  from: number;
  to: number;
  count: number;
  band: ScoreBand;
}

/** Leads in bins of five scores; the last includes 100. */
export function scoreBins(counts: readonly number[]): ScoreBin[] {
  const { max } = LIMITS.score;
  return Array.from({ length: max / BIN_WIDTH }, (_, index) => {
    const from = index * BIN_WIDTH;
    const to = from + BIN_WIDTH === max ? max : from + BIN_WIDTH - 1;
    return { from, to, count: countOf(counts.slice(from, to + 1)), band: scoreBand(from) };
  });
}

/** "9 of 12 leads reach the threshold of 30; 3 have no points." */
export function scoresWords({ counts, threshold }: ScoreDistribution): string {
  const [reaching, without] = [countOf(counts.slice(threshold)), counts[0] ?? 0];
  const reach = reaching === 1 ? "reaches" : "reach";
  const have = without === 1 ? "has" : "have";
  return `${formatCount(reaching)} of ${formatCounted(countOf(counts), "lead")} ${reach} the threshold of ${threshold}; ${formatCount(without)} ${have} no points.`;
}

export function countOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
