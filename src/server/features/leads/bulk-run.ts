import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { acting } from "#server/platform/acting.ts";
import type { Workspace } from "#server/workspace.ts";

/** A process that stops an action confirms immediately; without a confirmation by then, no action was running. */
const ANSWER_MILLISECONDS = 1_000;

/**
 * Stops every bulk action of the caller, in any process, after its current chunk. Returns false if none was found:
 * there is none, or its process can't be reached.
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
    const unlisten = feed.onProcessMessage(({ event, data }) => {
      if (event === "bulk-ended" && data.request === request) settle(true);
    });
    feed.forward({ event: "end-bulk", data: { request, userId: acting().userId } });
  });
}

/** A bulk action as shown in progress reports. */
interface BulkWork {
  label: string;
  total: number;
  /** Processes the next chunk; returns how many leads are done, or null after the last. */
  step: () => Promise<number | null>;
}

/**
 * Runs chunk by chunk, yielding to requests and reporting progress, until done, canceled or the process is asked to
 * stop. Returns whether it finished.
 */
export async function runBulk(
  { feed, stopping }: Pick<Workspace, "feed" | "stopping">,
  { label, total, step }: BulkWork,
): Promise<boolean> {
  const cancel = new AbortController();
  const { userId } = acting();
  const unlisten = feed.onProcessMessage(({ event, data }) => {
    if (event !== "end-bulk" || data.userId !== userId) return;
    cancel.abort();
    feed.forward({ event: "bulk-ended", data: { request: data.request } });
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
