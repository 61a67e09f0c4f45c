import { scoreStaleLead } from "#server/intake/score-stale-lead.ts";
import { startThread } from "#server/platform/thread.ts";
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

/** Scores in a thread of its own, so that many leads or slow rules hold up no request; whoever starts it closes it. */
export function startScoringThread(): Scorer {
  const program = new URL("score-worker.ts", import.meta.url);
  const thread = startThread<ScoringTask, RescoredLead[]>(program, "Scoring was ended");
  return {
    async judgeBy({ threshold, today }, rules) {
      await thread.ask({ rules, threshold, today });
    },
    score: (leads) => thread.ask({ leads }),
    close: () => thread.close(),
  };
}

/** Scores at once: for a few leads the start of a thread would take longer than scoring them. */
export function scoreHere(): Scorer {
  let by: Judgement | null = null;
  return {
    judgeBy(judgement) {
      by = judgement;
      return Promise.resolve();
    },
    score(leads) {
      const judgement = by;
      return Promise.resolve(judgement === null ? [] : leads.flatMap((lead) => scoreStaleLead(lead, judgement) ?? []));
    },
    close: () => Promise.resolve(),
  };
}
