import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { acting } from "#server/platform/acting.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** A process that ends an act says so at once; for longer nobody waits to hear that there was none. */
const ANSWER_MILLISECONDS = 1_000;

/**
 * Ends every act on many leads of whoever asks, in whatever process, after its chunk. False when none was heard of: there
 * is none, or the process that does it cannot be reached.
 */
export function cancelBulk({ feed }: Pick<Workspace, "feed">): Promise<boolean> {
  const request = randomUUID();
  return new Promise((resolve) => {
    const settle = (isEnded: boolean): void => {
      clearTimeout(timer);
      unlisten();
      resolve(isEnded);
    };
    const timer = setTimeout(() => settle(false), ANSWER_MILLISECONDS);
    const unlisten = feed.onTold(({ event, data }) => {
      if (event === "bulk-ended" && data.request === request) settle(true);
    });
    feed.tell({ event: "end-bulk", data: { request, userId: acting().userId } });
  });
}

/** What is done to leads many at a time, as readers see its progress. */
interface BulkWork {
  label: string;
  total: number;
  /** Does the next chunk; answers how many leads are done by then, null when it was the last. */
  step: () => Promise<number | null>;
}

/**
 * Does it chunk by chunk, with others let in between and progress told, until it is done, cancelled or the process is
 * asked to stop. Answers whether it came to its end.
 */
export async function runBulk(
  { feed, stopping }: Pick<Workspace, "feed" | "stopping">,
  { label, total, step }: BulkWork,
): Promise<boolean> {
  const cancel = new AbortController();
  const { userId } = acting();
  const unlisten = feed.onTold(({ event, data }) => {
    if (event !== "end-bulk" || data.userId !== userId) return;
    cancel.abort();
    feed.tell({ event: "bulk-ended", data: { request: data.request } });
  });
  const signal = AbortSignal.any([stopping, cancel.signal]);
  let done: number | null = 0;
  try {
    while (!signal.aborted) {
      done = await step();
      if (done === null) return true;
      feed.progress({ work: "bulk", label, done, total, finished: false });
      feed.changed(["leads"]);
      await nextTurn();
    }
    return false;
  } finally {
    unlisten();
    feed.progress({ work: "bulk", label, done: done ?? total, total, finished: true });
    feed.changed(["leads", "activity"]);
  }
}
