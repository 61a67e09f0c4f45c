import { Worker } from "node:worker_threads";
import type { PageInput } from "#server/sources/website/extract/extract-page.ts";
import type { PageReading } from "#server/sources/website/extract/page-reading.ts";

/** What the thread is asked, and what it answers. */
export interface ExtractionTask {
  id: number;
  input: PageInput;
}
export type ExtractionAnswer = { id: number; reading: PageReading } | { id: number; error: string };

/** Reads pages beside the thread that serves requests, which one made for it would hold up for seconds. */
export interface ExtractionThread {
  /** The same as extractPage. Rejects when the thread has ended. */
  read(input: PageInput): Promise<PageReading>;
  close(): Promise<void>;
}

/** Starts a thread of its own; whoever starts it closes it. */
export function startExtractionThread(): ExtractionThread {
  const worker = new Worker(new URL("extraction-worker.ts", import.meta.url));
  const waiting = new Map<number, PromiseWithResolvers<PageReading>>();
  let lastId = 0;
  let ending: Error | null = null;
  const end = (error: Error): void => {
    ending ??= error;
    for (const { reject } of waiting.values()) reject(ending);
    waiting.clear();
  };
  worker.on("message", (answer: ExtractionAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("error" in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.reading);
  });
  worker.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => end(new Error("The reading of pages was ended")));
  return {
    read(input) {
      if (ending !== null) return Promise.reject(ending);
      const asked = Promise.withResolvers<PageReading>();
      lastId += 1;
      waiting.set(lastId, asked);
      const task: ExtractionTask = { id: lastId, input };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(task);
      return asked.promise;
    },
    async close() {
      await worker.terminate();
    },
  };
}
