import { Worker } from "node:worker_threads";
import type { AnalyseOptions, AnalysedEmail } from "#server/email-analysis/analyse-email.ts";

/** What the thread is asked, and what it answers. */
export interface AnalysisTask {
  id: number;
  raws: readonly Uint8Array[];
  options: AnalyseOptions;
}
export type AnalysisAnswer = { id: number; analysed: AnalysedEmail[] } | { id: number; error: string };

/** Analyses messages beside the thread that serves requests, which many messages would hold up for seconds. */
export interface AnalysisThread {
  /** The same as analyseEmail of each, in their order. Rejects when the thread has ended. */
  analyse(raws: readonly Uint8Array[], options: AnalyseOptions): Promise<AnalysedEmail[]>;
  close(): Promise<void>;
}

/** Starts a thread of its own; whoever starts it closes it. */
export function startAnalysisThread(): AnalysisThread {
  const worker = new Worker(new URL("analysis-worker.ts", import.meta.url));
  const waiting = new Map<number, PromiseWithResolvers<AnalysedEmail[]>>();
  let lastId = 0;
  let ending: Error | null = null;
  const end = (error: Error): void => {
    ending ??= error;
    for (const { reject } of waiting.values()) reject(ending);
    waiting.clear();
  };
  worker.on("message", (answer: AnalysisAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("error" in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.analysed);
  });
  worker.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => end(new Error("The analysis was ended")));
  return {
    analyse(raws, options) {
      if (ending !== null) return Promise.reject(ending);
      const asked = Promise.withResolvers<AnalysedEmail[]>();
      lastId += 1;
      waiting.set(lastId, asked);
      const task: AnalysisTask = { id: lastId, raws, options };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(task);
      return asked.promise;
    },
    async close() {
      await worker.terminate();
    },
  };
}
