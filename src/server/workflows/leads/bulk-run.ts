import { setImmediate as nextTurn } from "node:timers/promises";
import type { Workspace } from "#server/workflows/workspace.ts";

const running = new WeakMap<Workspace["store"], Set<AbortController>>();

/** Ends every act on many leads under way in this process after its chunk. False when there is none. */
export function cancelBulk({ store }: Pick<Workspace, "store">): boolean {
  const controllers = running.get(store) ?? new Set();
  for (const controller of controllers) controller.abort();
  return controllers.size > 0;
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
  { store, feed, stopping }: Pick<Workspace, "store" | "feed" | "stopping">,
  { label, total, step }: BulkWork,
): Promise<boolean> {
  const controller = new AbortController();
  const controllers = running.get(store) ?? new Set();
  running.set(store, controllers.add(controller));
  const signal = AbortSignal.any([stopping, controller.signal]);
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
    controllers.delete(controller);
    feed.progress({ work: "bulk", label, done: done ?? total, total, finished: true });
    feed.changed(["leads", "activity"]);
  }
}
