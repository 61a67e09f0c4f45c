import type { ScoreDistribution } from "#shared/contract/dashboard.ts";
import { LIMITS } from "#shared/limits.ts";
import { scoreBand, type ScoreBand } from "#shared/score-band.ts";

/** Scores drawn as one column; the bands begin at multiples of it. */
export const BIN_WIDTH = 5;

export interface ScoreBin {
  /** The lowest and the highest score in it. */
  from: number;
  to: number;
  count: number;
  band: ScoreBand;
}

/** Leads by five scores each; the last column holds 100 too. */
export function scoreBins(counts: readonly number[]): ScoreBin[] {
  const { max } = LIMITS.score;
  return Array.from({ length: max / BIN_WIDTH }, (_, index) => {
    const from = index * BIN_WIDTH;
    const to = from + BIN_WIDTH === max ? max : from + BIN_WIDTH - 1;
    return { from, to, count: sum(counts.slice(from, to + 1)), band: scoreBand(from) };
  });
}

/** How many leads reach the threshold, how many have no points, and how many there are. */
export function scoreTotals({ counts, threshold }: ScoreDistribution): {
  all: number;
  reaching: number;
  without: number;
} {
  return { all: sum(counts), reaching: sum(counts.slice(threshold)), without: counts[0] ?? 0 };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
