import { ageInDays, pointsAtAge } from "#server/pipeline/intake/rule-points.ts";
import type { LeadBlock } from "#server/insight/what-if/lead-block.ts";
import type { Award, ScorePlan } from "#server/insight/what-if/score-plan.ts";
import { nextStates, statusOf } from "#server/insight/what-if/encoded-status.ts";
import {
  bandOf,
  emptyTally,
  firstChanges,
  type LeadChange,
  type WhatIfTally,
} from "#server/insight/what-if/what-if-tally.ts";
import { countsAsQualified } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";

/** The rules and threshold to apply. `today` is the UTC day (ISO 8601) from which ages are counted. */
export interface Weighing {
  plan: ScorePlan;
  threshold: number;
  today: string;
}

/** The leads of a block that a search matched, by the search's index in the plan. */
export type FoundLeads = (search: number) => Uint16Array;

/** Compares the current scores and statuses of a block's leads with those after saving. */
export function weighBlock(block: LeadBlock, found: FoundLeads, { plan, threshold, today }: Weighing): WhatIfTally {
  const sums = sumsOf(block, found, plan, today);
  const next = Array.from({ length: LIMITS.score.max + 1 }, (_, score) => nextStates(score, threshold));
  const tally = emptyTally();
  const changes = new FirstChanges();
  // Newest first, so that ties show the newest leads.
  for (let lead = block.ids.length - 1; lead >= 0; lead -= 1) {
    const before = block.scores[lead] ?? 0;
    const after = Math.min(LIMITS.score.max, Math.max(LIMITS.score.min, sums[lead] ?? 0));
    const state = block.states[lead] ?? 0;
    const stateAfter = next[after]?.[state] ?? state;
    tally.before[bandOf(before)] = (tally.before[bandOf(before)] ?? 0) + 1;
    tally.after[bandOf(after)] = (tally.after[bandOf(after)] ?? 0) + 1;
    if (after >= threshold) tally.reaching += 1;
    if (before === after && state === stateAfter) continue;
    tally.changed += 1;
    if (state !== stateAfter) {
      const was = countsAsQualified(statusOf(state));
      const is = countsAsQualified(statusOf(stateAfter));
      if (is && !was) tally.nowQualified += 1;
      if (was && !is) tally.noLongerQualified += 1;
    }
    if (changes.takes(state !== stateAfter, after)) {
      changes.add({
        id: block.ids[lead] ?? 0,
        scoreBefore: before,
        scoreAfter: after,
        statusBefore: statusOf(state),
        statusAfter: statusOf(stateAfter),
      });
    }
  }
  return { ...tally, total: block.ids.length, changes: changes.all() };
}

/** The points of each lead before clamping to 0 to 100. */
function sumsOf(block: LeadBlock, found: FoundLeads, { searches, awards }: ScorePlan, today: string): Int32Array {
  const sums = new Int32Array(block.ids.length);
  const ages = block.days.map((day) => ageInDays(day, today));
  // Most awards have one search and don't decay, so those of a search are added in one pass.
  const plain = new Int32Array(searches.length);
  /** The last award each lead received, numbered from 1. */
  const given = new Uint32Array(block.ids.length);
  for (const [at, award] of awards.entries()) {
    const [only = 0, ...more] = award.searches;
    if (more.length === 0 && award.rule.halfLifeDays === null) {
      plain[only] = (plain[only] ?? 0) + award.rule.scoreWeight;
      continue;
    }
    const points = ages.map((age) => pointsAtAge(award.rule, age));
    for (const lead of leadsOf(award, found)) {
      if (given[lead] === at + 1) continue;
      given[lead] = at + 1;
      sums[lead] = (sums[lead] ?? 0) + (points[block.createdOn[lead] ?? 0] ?? 0);
    }
  }
  for (const [search, points] of plain.entries()) {
    if (points === 0) continue;
    const leads = found(search);
    for (let at = 0; at < leads.length; at += 1) {
      const lead = leads[at] ?? 0;
      sums[lead] = (sums[lead] ?? 0) + points;
    }
  }
  return sums;
}

function* leadsOf({ searches }: Award, found: FoundLeads): Iterable<number> {
  for (const search of searches) yield* found(search);
}

/** Keeps at most the displayed number of changes per score, separately for those with a status change. */
class FirstChanges {
  readonly #changes: LeadChange[][] = Array.from({ length: 2 * (LIMITS.score.max + 1) }, () => []);

  takes(isStatusChange: boolean, score: number): boolean {
    return (this.#changes[placeOf(isStatusChange, score)]?.length ?? 0) < LIMITS.whatIf.leadsShown;
  }

  add(change: LeadChange): void {
    this.#changes[placeOf(change.statusBefore !== change.statusAfter, change.scoreAfter)]?.push(change);
  }

  all(): LeadChange[] {
    return firstChanges(this.#changes.flat());
  }
}

function placeOf(isStatusChange: boolean, score: number): number {
  return isStatusChange ? LIMITS.score.max + 1 + score : score;
}
