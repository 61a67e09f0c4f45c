import { setImmediate as nextTurn } from "node:timers/promises";
import { LIMITS } from "#shared/limits.ts";
import type { Learning, LearnedJudgement } from "#shared/contract/learning.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Decision } from "#server/learning/decision.ts";
import { judgeLead } from "#server/learning/judge-lead.ts";
import { isEnoughToLearn, learn, type Lesson } from "#server/learning/learn.ts";
import { AppError } from "#server/platform/errors.ts";
import type { RuleRecord } from "#server/store/types.ts";
import { createKeptCount } from "#server/workflows/kept-count.ts";
import { learnableLead } from "#server/workflows/learning/learnable-lead.ts";
import { learnInThread } from "#server/workflows/learning/learning-thread.ts";
import { learningAnswer } from "#server/workflows/learning/learning-answer.ts";
import { isLookedForBy } from "#server/workflows/learning/is-looked-for.ts";
import { isOrdinaryWord } from "#server/workflows/learning/ordinary-word.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Leads read in one go: others wait a few milliseconds at most. */
const CHUNK = 200;

/** What was learned, and the rules it was learned with. */
interface Learned {
  lesson: Lesson;
  rules: readonly RuleRecord[];
}

export interface DecisionLearning {
  /** What decisions teach, as a kept count is read. Rejects with store_unreachable or stopping. */
  read(): Promise<Learning>;
  /**
   * What was learned says of a lead; null for one that a person decided on, before enough is learned, and while the rules
   * tell as well. Never waits.
   */
  judge(lead: StoredLead): LearnedJudgement | null;
  end(): Promise<void>;
}

/** Learns from the newest decisions of people, in the background and only for those who ask. */
export function createDecisionLearning(workspace: Workspace): DecisionLearning {
  const { store, clock } = workspace;
  const learning = createKeptCount(workspace, {
    name: "decisions",
    topics: ["leads", "rules", "settings"],
    announces: "learning",
    count: (signal) => learnAll(workspace, signal),
  });
  return {
    async read() {
      const { lesson, rules } = await learning.read();
      const dismissed = await store.learning.dismissed();
      return learningAnswer(lesson, rules, new Set(dismissed.map(({ suggestion }) => suggestion)));
    },

    judge(lead) {
      if (lead.statusSetBy === "person" && lead.status !== "pending") return null;
      const learned = learning.glance();
      const score = learned?.lesson.learned ?? null;
      if (learned === null || score?.isBetter !== true) return null;
      return judgeLead(learnableLead(lead, clock().toISOString()), score.fit, learned.rules, isOrdinaryWord);
    },

    end: () => learning.end(),
  };
}

async function learnAll(workspace: Workspace, signal: AbortSignal): Promise<Learned> {
  const { store } = workspace;
  const [rules, { qualificationThreshold }] = await Promise.all([store.rules.list(), readSettings(workspace)]);
  const decisions = await readDecisions(workspace, signal);
  const task = { decisions, rules, threshold: qualificationThreshold };
  // Few are counted in a moment; a thread would take longer to begin.
  if (!isEnoughToLearn(decisions)) {
    return { lesson: learn({ ...task, isOrdinary: isOrdinaryWord, isLookedFor: isLookedForBy([]) }), rules };
  }
  const lesson = await learnInThread(task, signal).catch((error: unknown) => {
    throw signal.aborted ? stopping() : error;
  });
  return { lesson, rules };
}

/** The newest decisions, a chunk at a time. */
async function readDecisions({ store }: Workspace, signal: AbortSignal): Promise<Decision[]> {
  const { mostDecisions } = LIMITS.learning;
  const decisions: Decision[] = [];
  let before: string | null = null;
  while (decisions.length < mostDecisions) {
    if (signal.aborted) throw stopping();
    const chunk = await store.learning.decided(before, Math.min(CHUNK, mostDecisions - decisions.length));
    const last = chunk.at(-1);
    if (last === undefined) break;
    before = last.id;
    for (const lead of chunk) {
      const { id, name, status, decidedAt } = lead;
      decisions.push({ ...learnableLead(lead, decidedAt), id, name, isPositive: status !== "rejected" });
    }
    await nextTurn();
  }
  return decisions;
}

function stopping(): AppError {
  return new AppError("stopping", 503, "Winnow is stopping. Try again in a moment.");
}
