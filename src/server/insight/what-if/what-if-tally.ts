import type { WhatIfLead, WhatIfResult } from "#shared/contract/what-if.ts";
import { LIMITS } from "#shared/limits.ts";

/** A lead whose score or status would change. */
export type LeadChange = Omit<WhatIfLead, "id" | "name" | "company"> & { id: number };

/** The effect of changed rules on a set of leads; `changedLeads` are the first leads that would change. */
export interface WhatIfTally extends Omit<WhatIfResult, "leads"> {
  changes: LeadChange[];
}

/** The tally of no leads. */
export function emptyTally(): WhatIfTally {
  return {
    total: 0,
    changed: 0,
    nowQualified: 0,
    noLongerQualified: 0,
    reaching: 0,
    before: Array.from({ length: BANDS }, () => 0),
    after: Array.from({ length: BANDS }, () => 0),
    changes: [],
  };
}

const BAND = 10;
const BANDS = LIMITS.score.max / BAND + 1;

/** The index of a score's band in `before` and `after`. */
export function bandOf(score: number): number {
  return Math.floor(score / BAND);
}

/** Merges tallies of disjoint sets of leads. */
export function mergeTallies(tallies: readonly WhatIfTally[]): WhatIfTally {
  const merged = emptyTally();
  for (const tally of tallies) {
    for (const count of ["total", "changed", "nowQualified", "noLongerQualified", "reaching"] as const)
      merged[count] += tally[count];
    for (let band = 0; band < BANDS; band += 1) {
      merged.before[band] = (merged.before[band] ?? 0) + (tally.before[band] ?? 0);
      merged.after[band] = (merged.after[band] ?? 0) + (tally.after[band] ?? 0);
    }
  }
  merged.changes = firstChanges(tallies.flatMap(({ changes: changedLeads }) => changedLeads));
  return merged;
}

/** Status changes first, then highest score, then newest; limited to the number shown. */
export function firstChanges(changedLeads: readonly LeadChange[]): LeadChange[] {
  return changedLeads.toSorted(byRank).slice(0, LIMITS.whatIf.leadsShown);
}

function byRank(a: LeadChange, b: LeadChange): number {
  const byStatus = Number(b.statusAfter !== b.statusBefore) - Number(a.statusAfter !== a.statusBefore);
  return byStatus || b.scoreAfter - a.scoreAfter || b.id - a.id;
}
