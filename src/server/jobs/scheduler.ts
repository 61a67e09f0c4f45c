import { autoSyncIfDue } from "#server/workflows/auto-sync.ts";
import { messageOf } from "#server/platform/errors.ts";
import { recoverAfterStop } from "#server/workflows/recover-after-stop.ts";
import { sendDueReport } from "#server/workflows/send-due-report.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const TICK_MILLISECONDS = 30_000;

/**
 * Runs what is due: auto-sync, the scheduled report, and what a process that died left unfinished. What is due is
 * read from the store at each tick, so changed settings take effect without a restart and a process that was down
 * catches up.
 */
export function startScheduler(workspace: Workspace): { stop(): Promise<void> } {
  let tick: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    for (const job of [recoverAfterStop, autoSyncIfDue, sendDueReport]) {
      if (workspace.stopping.aborted) return;
      try {
        await job(workspace);
      } catch (error) {
        // Each workflow has recorded its failure where people see it.
        workspace.log.warn({ job: job.name, reason: messageOf(error) }, "job failed");
      }
    }
  };
  const timer = setInterval(() => {
    tick = tick.then(run);
  }, TICK_MILLISECONDS);
  return {
    async stop() {
      clearInterval(timer);
      await tick;
    },
  };
}
