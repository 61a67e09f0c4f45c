import { parentPort } from "node:worker_threads";
import { extractPage } from "#server/sources/website/extract/extract-page.ts";
import type { ExtractionAnswer, ExtractionTask } from "#server/sources/website/extract/extraction-thread.ts";

function answer({ id, input }: ExtractionTask): ExtractionAnswer {
  try {
    return { id, reading: extractPage(input) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (task: ExtractionTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer(task));
});
