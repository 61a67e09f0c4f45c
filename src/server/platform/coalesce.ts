import { setTimeout as sleep } from "node:timers/promises";
import { beyondSight } from "#server/platform/acting.ts";

/** Between two runs, because some are requested by every change of a lead. */
const PAUSE_MILLISECONDS = 25;

/**
 * Coalesces requests: runs `work` for everyone when asked, never concurrently; requests during a run or soon after it get
 * one more run.
 */
export function coalesce(work: () => Promise<void>, onError: (error: unknown) => void) {
  let isAsked = false;
  let running: Promise<void> | null = null;
  // Nobody waits for the pause when stopping.
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      await work().catch(onError);
      await sleep(PAUSE_MILLISECONDS, undefined, { signal: ending.signal }).catch(() => {});
    }
    running = null;
  };
  return {
    ask(): void {
      isAsked = true;
      running ??= beyondSight(run);
    },
    /** For stopping: resolves when nothing runs and nothing was requested. */
    async ended(): Promise<void> {
      ending.abort();
      await running;
    },
  };
}
