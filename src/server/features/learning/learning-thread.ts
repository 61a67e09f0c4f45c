import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import type { Lesson, Teaching } from "#server/insight/learning/learn.ts";
import { startThread } from "#server/platform/thread.ts";

/** A request to the thread. */
export type LearningTask = Pick<Teaching, "decisions" | "threshold"> & { rules: readonly ScoringRule[] };

/** Learns in a separate thread, because thousands of decisions take seconds. Rejects when the signal aborts. */
export async function learnInThread(task: LearningTask, signal: AbortSignal): Promise<Lesson> {
  const program = new URL("learning-worker.ts", import.meta.url);
  const thread = startThread<LearningTask, Lesson>(program, "Learning was stopped");
  const close = (): void => void thread.close();
  signal.addEventListener("abort", close, { once: true });
  try {
    signal.throwIfAborted();
    return await thread.ask(task);
  } finally {
    signal.removeEventListener("abort", close);
    await thread.close();
  }
}
