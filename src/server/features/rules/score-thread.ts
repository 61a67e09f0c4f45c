import { LIMITS } from "#shared/limits.ts";
import type { RescoredLead, StaleLead } from "#shared/stale-lead.ts";
import { startThread, type Thread } from "#server/platform/thread.ts";
import { stepsAtOnce } from "#server/pipeline/intake/keywords/regex-matcher.ts";
import { scoreStaleLead } from "#server/pipeline/intake/score-stale-lead.ts";
import type { ScoringContext } from "#server/features/rules/scoring-context.ts";

/** A message to the thread: store these rules, or score leads by the stored ones. */
export type ScoringTask =
  | Pick<ScoringContext, "rules" | "threshold" | "today" | "ruleTags">
  | { leads: readonly StaleLead[] };

/** The error when scoring before rules were set. */
export const UNTAUGHT = "There are no rules to score with yet";

/** The first leads are slow because the code isn't optimized yet. */
const ENOUGH_TO_MEASURE = 100;
/** Transferring a lead to a thread and back takes about this long. */
const MOST_MICROSECONDS_HERE = 10;

/**
 * Scores leads and returns those that change: on the main thread while that costs less than transferring the leads; with
 * more or slower rules, and if regular expressions exceed this thread's budget, in a dedicated thread so that no request
 * waits. The caller closes it.
 */
export function createScorer() {
  let by: ScoringContext | null = null;
  let thread: Thread<ScoringTask, RescoredLead[]> | null = null;
  const teach = async (): Promise<void> => {
    if (thread === null || by === null) return;
    const { rules, threshold, today, ruleTags } = by;
    await thread.ask({ rules, threshold, today, ruleTags });
  };
  return {
    useRules(scoring: ScoringContext): Promise<void> {
      by = scoring;
      return teach();
    },
    async score(leads: readonly StaleLead[]): Promise<RescoredLead[]> {
      if (thread !== null) return thread.ask({ leads });
      if (by === null) throw new Error(UNTAUGHT);
      const scoring = { ...by, budget: stepsAtOnce() };
      const start = performance.now();
      const rescored = leads.flatMap((lead) => scoreStaleLead(lead, scoring) ?? []);
      if (scoring.budget.isExceeded) {
        thread ??= startScoring();
        await teach();
        return thread.ask({ leads });
      }
      const microseconds = ((performance.now() - start) * 1_000) / leads.length;
      if (leads.length >= ENOUGH_TO_MEASURE && microseconds > MOST_MICROSECONDS_HERE) {
        thread ??= startScoring();
        await teach();
      }
      return rescored;
    },
    /** How many of these leads, from the first, to score at once: a long batch delays a stop and is lost in a kill. */
    countAtOnce(leads: readonly StaleLead[]): number {
      if (by?.ruleset.hasRegexes !== true) return leads.length;
      let characters = 0;
      const tooMany = leads.findIndex(({ notes, facts }) => {
        characters += notes.length + facts.length;
        return characters > LIMITS.rule.regexCharacters;
      });
      return tooMany < 0 ? leads.length : Math.max(1, tooMany);
    },
    async close(): Promise<void> {
      await thread?.close();
    },
  };
}

export type Scorer = ReturnType<typeof createScorer>;

function startScoring(): Thread<ScoringTask, RescoredLead[]> {
  return startThread(new URL("score-worker.ts", import.meta.url), "Scoring was stopped");
}
