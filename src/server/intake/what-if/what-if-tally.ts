import type { WhatIfResult } from "#shared/contract/what-if.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";

/** A lead whose score or status would be another. */
export interface LeadTurn {
  id: number;
  scoreBefore: number;
  scoreAfter: number;
  statusBefore: LeadStatus;
  statusAfter: LeadStatus;
}

/** What other rules would do to some leads; `turns` are the first of those that would change. */
export interface WhatIfTally extends Omit<WhatIfResult, "leads"> {
  turns: LeadTurn[];
}

/** Of no leads. */
export function emptyTally(): WhatIfTally {
  return {
    total: 0,
    changed: 0,
    nowQualified: 0,
    noLongerQualified: 0,
    before: Array.from({ length: BANDS }, () => 0),
    after: Array.from({ length: BANDS }, () => 0),
    turns: [],
  };
}

const BAND = 10;
const BANDS = LIMITS.score.max / BAND + 1;

/** Which count of `before` and `after` a score belongs to. */
export function bandOf(score: number): number {
  return Math.floor(score / BAND);
}

/** Adds up tallies of different leads. */
export function mergeTallies(tallies: readonly WhatIfTally[]): WhatIfTally {
  const merged = emptyTally();
  for (const tally of tallies) {
    for (const count of ["total", "changed", "nowQualified", "noLongerQualified"] as const)
      merged[count] += tally[count];
    for (let band = 0; band < BANDS; band += 1) {
      merged.before[band] = (merged.before[band] ?? 0) + (tally.before[band] ?? 0);
      merged.after[band] = (merged.after[band] ?? 0) + (tally.after[band] ?? 0);
    }
  }
  merged.turns = firstTurns(tallies.flatMap(({ turns }) => turns));
  return merged;
}

/** Those with another status first, then the highest score, then the newest; as many as are shown. */
export function firstTurns(turns: readonly LeadTurn[]): LeadTurn[] {
  return turns.toSorted(byRank).slice(0, LIMITS.whatIf.leadsShown);
}

function byRank(a: LeadTurn, b: LeadTurn): number {
  const turned = Number(b.statusAfter !== b.statusBefore) - Number(a.statusAfter !== a.statusBefore);
  return turned || b.scoreAfter - a.scoreAfter || b.id - a.id;
}
