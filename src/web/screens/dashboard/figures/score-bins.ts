import type { ScoreDistribution } from "#shared/contract/dashboard.ts";
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
    return { from, to, count: sum(counts.slice(from, to + 1)), band: scoreBand(from) };
  });
}

/** Leads that reach the threshold, leads without points, and all leads. */
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
