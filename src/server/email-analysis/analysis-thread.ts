import { startThread } from "#server/platform/thread.ts";
import type { AnalyseOptions, AnalysedEmail } from "#server/email-analysis/analyse-email.ts";

/** What the thread is asked. */
export interface AnalysisTask {
  raws: readonly Uint8Array[];
  options: AnalyseOptions;
}

/** Analyses messages beside the thread that serves requests, which many messages would hold up for seconds. */
export interface AnalysisThread {
  /** The same as analyseEmail of each, in their order. Rejects when the thread has ended. */
  analyse(raws: readonly Uint8Array[], options: AnalyseOptions): Promise<AnalysedEmail[]>;
  close(): Promise<void>;
}

/** Starts a thread of its own; whoever starts it closes it. */
export function startAnalysisThread(): AnalysisThread {
  const program = new URL("analysis-worker.ts", import.meta.url);
  const thread = startThread<AnalysisTask, AnalysedEmail[]>(program, "The analysis was ended");
  return {
    analyse: (raws, options) => thread.ask({ raws, options }),
    close: () => thread.close(),
  };
}
