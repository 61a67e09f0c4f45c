import { scoreStaleLead } from "#server/intake/score-stale-lead.ts";
import { startThread, type Thread } from "#server/platform/thread.ts";
import type { RuleRecord } from "#server/store/types.ts";
import type { Judgement } from "#server/workflows/judgement.ts";
import type { RescoredLead, StaleLead } from "#shared/stale-lead.ts";

/** What the thread is asked: to keep rules, or to score leads by those it has. */
export type ScoringTask =
  | { rules: readonly RuleRecord[]; threshold: number; today: string }
  | { leads: readonly StaleLead[] };

/** Scores leads afresh; answers only those that change. */
export interface Scorer {
  /** From now on by these rules: those that the judgement was made of. */
  judgeBy(judgement: Judgement, rules: readonly RuleRecord[]): Promise<void>;
  score(leads: readonly StaleLead[]): Promise<RescoredLead[]>;
  close(): Promise<void>;
}

/** What is said where rules should have been given before. */
export const UNTAUGHT = "There are no rules to score by yet";

/** The first leads are slow, as all code is when it is new. */
const ENOUGH_TO_TELL = 100;
/** Carrying a lead to a thread and back takes about as long. */
const MOST_MICROSECONDS_HERE = 10;

/**
 * Scores at once while that costs less than to carry the leads elsewhere; with more or slower rules in a thread of its
 * own, so that they hold up no request. Whoever makes it closes it.
 */
export function createScorer(): Scorer {
  let by: { judgement: Judgement; rules: readonly RuleRecord[] } | null = null;
  let thread: Thread<ScoringTask, RescoredLead[]> | null = null;
  const teach = async (): Promise<void> => {
    if (thread === null || by === null) return;
    const { threshold, today } = by.judgement;
    await thread.ask({ rules: by.rules, threshold, today });
  };
  return {
    judgeBy(judgement, rules) {
      by = { judgement, rules };
      return teach();
    },
    async score(leads) {
      if (thread !== null) return thread.ask({ leads });
      if (by === null) throw new Error(UNTAUGHT);
      const { judgement } = by;
      const start = performance.now();
      const rescored = leads.flatMap((lead) => scoreStaleLead(lead, judgement) ?? []);
      const microseconds = ((performance.now() - start) * 1_000) / leads.length;
      if (leads.length >= ENOUGH_TO_TELL && microseconds > MOST_MICROSECONDS_HERE) {
        thread ??= startThread(new URL("score-worker.ts", import.meta.url), "Scoring was ended");
        await teach();
      }
      return rescored;
    },
    async close() {
      await thread?.close();
    },
  };
}
