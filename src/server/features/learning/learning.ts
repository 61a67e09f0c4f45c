import { setImmediate as nextTurn } from "node:timers/promises";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Learning, ApprovalEstimate } from "#shared/contract/learning.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { conflict, serverStopping } from "#server/platform/errors.ts";
import type { Decision } from "#server/insight/learning/decision.ts";
import { predictApproval } from "#server/insight/learning/predict-approval.ts";
import { isEnoughToLearn, learn, type Lesson } from "#server/insight/learning/learn.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { acting } from "#server/platform/acting.ts";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import { createBackgroundCount } from "#server/platform/background-count.ts";
import { learnableLead } from "#server/features/learning/learnable-lead.ts";
import { learnInThread } from "#server/features/learning/learning-thread.ts";
import { learningAnswer } from "#server/features/learning/learning-answer.ts";
import { isLookedForBy } from "#server/features/learning/is-looked-for.ts";
import { isOrdinaryWord } from "#server/features/learning/ordinary-word.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import { act } from "#server/features/journal/act.ts";

/** Leads read at a time, so that other requests wait only a few milliseconds. */
const CHUNK = 200;

/** What was learned, and the rules at the time. */
interface Learned {
  lesson: Lesson;
  rules: readonly RuleRecord[];
}

/** Learns from the newest decisions, in the background and only on demand. */
export function createDecisionLearning(workspace: Workspace) {
  const { store, clock, stopping } = workspace;
  const learning = createBackgroundCount(workspace, {
    name: "decisions",
    topics: ["leads", "rules", "settings"],
    announces: "learning",
    count: (signal) => learnAll(workspace, signal),
  });
  const limited = createAnswerCache<Learned>({
    feed: workspace.feed,
    topics: ["rules", "settings"],
    maxAge: MINUTE,
    maxEntries: 1,
  });
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, so that many accounts don't learn at the same time. */
  const learnInTurn = (): Promise<Learned> => {
    const learned = last.then(() => learnAll(workspace, stopping));
    last = learned.catch(() => null);
    return learned;
  };
  return {
    /**
     * What decisions teach, from a cached count; for an account with limited sight, decisions on leads that it sees.
     * Rejects with store_unreachable or stopping.
     */
    async read(): Promise<Learning> {
      const isLimited = acting().sight !== undefined;
      const { lesson, rules } = await (isLimited ? limited("", learnInTurn) : learning.read());
      const dismissed = await store.learning.dismissed();
      return learningAnswer(lesson, rules, new Set(dismissed.map(({ suggestion }) => suggestion)));
    },

    /**
     * The learned verdict on a lead; null if a person decided on it, until enough is learned, and while the rules do as
     * well. Never waits.
     */
    predict(lead: StoredLead): ApprovalEstimate | null {
      if (lead.statusSetBy === "person" && lead.status !== "pending") return null;
      const learned = learning.glance();
      const score = learned?.lesson.learned ?? null;
      if (learned === null || score?.isBetter !== true) return null;
      return predictApproval(learnableLead(lead, clock().toISOString()), score.fit, learned.rules, isOrdinaryWord);
    },

    end: (): Promise<void> => learning.end(),
  };
}

export type DecisionLearning = ReturnType<typeof createDecisionLearning>;

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
    throw signal.aborted ? serverStopping() : error;
  });
  return { lesson, rules };
}

/** The newest decisions, in chunks. */
async function readDecisions({ store }: Workspace, signal: AbortSignal): Promise<Decision[]> {
  const { mostDecisions } = LIMITS.learning;
  const decisions: Decision[] = [];
  let before: string | null = null;
  while (decisions.length < mostDecisions) {
    if (signal.aborted) throw serverStopping();
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

/**
 * Hides a suggestion until that is undone, even one that isn't currently made, since decisions change. Throws conflict
 * if it's already dismissed.
 */
export async function dismissSuggestion(
  workspace: Workspace,
  learning: DecisionLearning,
  suggestion: string,
): Promise<Acted<null>> {
  const { store, clock } = workspace;
  const dismissed = await store.learning.dismissed();
  if (dismissed.some((each) => each.suggestion === suggestion)) {
    throw conflict("already_dismissed", "This suggestion was already dismissed.");
  }
  const { suggestions } = await learning.read();
  const description = suggestions.find(({ id }) => id === suggestion)?.title ?? "";
  const dismissedAt = clock().toISOString();
  return act(workspace, { kind: "rule", title: "Suggestion dismissed", description }, function* (records) {
    yield* records.dismissedSuggestions.create({ suggestion, dismissedAt });
    return null;
  });
}
