import { ageInDays, pointsAtAge } from "#server/intake/rule-points.ts";
import type { LeadBlock } from "#server/intake/what-if/lead-block.ts";
import type { Award, ScorePlan } from "#server/intake/what-if/score-plan.ts";
import { nextStandings, statusOf } from "#server/intake/what-if/standing.ts";
import {
  bandOf,
  emptyTally,
  firstTurns,
  type LeadTurn,
  type WhatIfTally,
} from "#server/intake/what-if/what-if-tally.ts";
import { countsAsQualified } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";

/** What leads would be judged by. `today` is the UTC day (ISO 8601) that ages are counted to. */
export interface Weighing {
  plan: ScorePlan;
  threshold: number;
  today: string;
}

/** Which leads of a block a search found something in, by the number of the search in the plan. */
export type FoundLeads = (search: number) => Uint16Array;

/** Compares what the leads of a block are with what saving would make of them. */
export function weighBlock(block: LeadBlock, found: FoundLeads, { plan, threshold, today }: Weighing): WhatIfTally {
  const sums = sumsOf(block, found, plan, today);
  const next = Array.from({ length: LIMITS.score.max + 1 }, (_, score) => nextStandings(score, threshold));
  const tally = emptyTally();
  const turns = new FirstTurns();
  // The newest first, so that of equals the first to come are those to show.
  for (let lead = block.ids.length - 1; lead >= 0; lead -= 1) {
    const before = block.scores[lead] ?? 0;
    const after = Math.min(LIMITS.score.max, Math.max(LIMITS.score.min, sums[lead] ?? 0));
    const standing = block.standings[lead] ?? 0;
    const standingAfter = next[after]?.[standing] ?? standing;
    tally.before[bandOf(before)] = (tally.before[bandOf(before)] ?? 0) + 1;
    tally.after[bandOf(after)] = (tally.after[bandOf(after)] ?? 0) + 1;
    if (before === after && standing === standingAfter) continue;
    tally.changed += 1;
    if (standing !== standingAfter) {
      const was = countsAsQualified(statusOf(standing));
      const is = countsAsQualified(statusOf(standingAfter));
      if (is && !was) tally.nowQualified += 1;
      if (was && !is) tally.noLongerQualified += 1;
    }
    if (turns.takes(standing !== standingAfter, after)) {
      turns.add({
        id: block.ids[lead] ?? 0,
        scoreBefore: before,
        scoreAfter: after,
        statusBefore: statusOf(standing),
        statusAfter: statusOf(standingAfter),
      });
    }
  }
  return { ...tally, total: block.ids.length, turns: turns.all() };
}

/** The points of each lead, before they are kept between 0 and 100. */
function sumsOf(block: LeadBlock, found: FoundLeads, { searches, awards }: ScorePlan, today: string): Int32Array {
  const sums = new Int32Array(block.ids.length);
  const ages = block.days.map((day) => ageInDays(day, today));
  // Most awards are of one search and do not fade: those of a search are given in one go.
  const plain = new Int32Array(searches.length);
  /** The last award that each lead was given, by its number from 1 on. */
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

/** Keeps for each score, and apart for leads with another status, no more turns than are shown. */
class FirstTurns {
  readonly #turns: LeadTurn[][] = Array.from({ length: 2 * (LIMITS.score.max + 1) }, () => []);

  takes(isTurned: boolean, score: number): boolean {
    return (this.#turns[placeOf(isTurned, score)]?.length ?? 0) < LIMITS.whatIf.leadsShown;
  }

  add(turn: LeadTurn): void {
    this.#turns[placeOf(turn.statusBefore !== turn.statusAfter, turn.scoreAfter)]?.push(turn);
  }

  all(): LeadTurn[] {
    return firstTurns(this.#turns.flat());
  }
}

function placeOf(isTurned: boolean, score: number): number {
  return isTurned ? LIMITS.score.max + 1 + score : score;
}
