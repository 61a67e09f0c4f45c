import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import type { Lesson, Teaching } from "#server/insight/learning/learn.ts";
import { askInThread } from "#server/platform/thread.ts";

/** A request to the thread. */
export type LearningTask = Pick<Teaching, "decisions" | "threshold"> & { rules: readonly ScoringRule[] };

/** Learns in a separate thread, because thousands of decisions take seconds. Rejects when the signal aborts. */
export function learnInThread(task: LearningTask, signal: AbortSignal): Promise<Lesson> {
  const program = new URL("learning-worker.ts", import.meta.url);
  return askInThread(program, "Learning was stopped", task, signal);
}
