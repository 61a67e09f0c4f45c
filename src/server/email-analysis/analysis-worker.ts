import { parentPort } from "node:worker_threads";
import { analyseEmail, type AnalysedEmail } from "#server/email-analysis/analyse-email.ts";
import type { AnalysisAnswer, AnalysisTask } from "#server/email-analysis/analysis-thread.ts";

async function answer({ id, raws, options }: AnalysisTask): Promise<AnalysisAnswer> {
  try {
    const analysed: AnalysedEmail[] = [];
    for (const raw of raws) analysed.push(await analyseEmail(raw, options));
    return { id, analysed };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (task: AnalysisTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void answer(task).then((told) => parentPort?.postMessage(told));
});
