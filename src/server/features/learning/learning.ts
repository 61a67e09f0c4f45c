import { setImmediate as nextTurn } from "node:timers/promises";
import { LIMITS } from "#shared/limits.ts";
import type { Learning, ApprovalEstimate } from "#shared/contract/learning.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Decision } from "#server/insight/learning/decision.ts";
import { predictApproval } from "#server/insight/learning/predict-approval.ts";
import { isEnoughToLearn, learn, type Lesson } from "#server/insight/learning/learn.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { acting } from "#server/platform/acting.ts";
import { createBackgroundCount } from "#server/platform/background-count.ts";
import { learnableLead } from "#server/features/learning/learnable-lead.ts";
import { learnInThread } from "#server/features/learning/learning-thread.ts";
import { learningAnswer } from "#server/features/learning/learning-answer.ts";
import { isLookedForBy } from "#server/features/learning/is-looked-for.ts";
import { isOrdinaryWord } from "#server/features/learning/ordinary-word.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** Leads read at a time, so that other requests wait only a few milliseconds. */
const CHUNK = 200;

/** What was learned, and the rules at the time. */
interface Learned {
  lesson: Lesson;
  rules: readonly RuleRecord[];
}

export interface DecisionLearning {
  /** What decisions teach, from a cached count. Rejects with store_unreachable or stopping. */
  read(): Promise<Learning>;
  /**
   * The learned verdict on a lead; null if a person decided on it, until enough is learned, and while the rules do as
   * well. Never waits.
   */
  predict(lead: StoredLead): ApprovalEstimate | null;
  end(): Promise<void>;
}

/** Learns from the newest decisions, in the background and only on demand. */
export function createDecisionLearning(workspace: Workspace): DecisionLearning {
  const { store, clock } = workspace;
  const learning = createBackgroundCount(workspace, {
    name: "decisions",
    topics: ["leads", "rules", "settings"],
    announces: "learning",
    count: (signal) => learnAll(workspace, signal),
  });
  return {
    async read() {
      const { lesson, rules } = await learning.read();
      const dismissed = await store.learning.dismissed();
      const answer = learningAnswer(lesson, rules, new Set(dismissed.map(({ suggestion }) => suggestion)));
      return acting().sight === undefined ? answer : withinSight(store, answer);
    },

    predict(lead) {
      if (lead.statusSetBy === "person" && lead.status !== "pending") return null;
      const learned = learning.glance();
      const score = learned?.lesson.learned ?? null;
      if (learned === null || score?.isBetter !== true) return null;
      return predictApproval(learnableLead(lead, clock().toISOString()), score.fit, learned.rules, isOrdinaryWord);
    },

    end: () => learning.end(),
  };
}

/** For an account with limited sight: only lead names that it sees, and no keywords, which other leads' texts contain. */
async function withinSight(store: Workspace["store"], answer: Learning): Promise<Learning> {
  const suggestions = answer.suggestions.filter(({ kind }) => kind !== "keyword");
  const named = await store.leads.named(suggestions.flatMap(({ evidence }) => evidence.examples.map(({ id }) => id)));
  const seen = new Set(named.map(({ id }) => id));
  return {
    ...answer,
    suggestions: suggestions.map((suggestion) => {
      const examples = suggestion.evidence.examples.filter(({ id }) => seen.has(id));
      return { ...suggestion, evidence: { ...suggestion.evidence, examples } };
    }),
  };
}

async function learnAll(workspace: Workspace, signal: AbortSignal): Promise<Learned> {
  const { store } = workspace;
  const [rules, { qualificationThreshold }] = await Promise.all([store.rules.list(), readSettings(workspace)]);
  const decisions = await readDecisions(workspace, signal);
  const task = { decisions, rules, threshold: qualificationThreshold };
  // A few take no time; starting a thread would take longer.
  if (!isEnoughToLearn(decisions)) {
    return { lesson: learn({ ...task, isOrdinary: isOrdinaryWord, isLookedFor: isLookedForBy([]) }), rules };
  }
  const lesson = await learnInThread(task, signal).catch((error: unknown) => {
    throw signal.aborted ? stopping() : error;
  });
  return { lesson, rules };
}

/** The newest decisions, in chunks. */
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
