import { sendDueFollowUps } from "#server/workflows/follow-up/send-due-follow-ups.ts";
import { autoSyncIfDue } from "#server/workflows/data-sources/auto-sync.ts";
import { findDuplicates } from "#server/workflows/duplicates/find-duplicates.ts";
import { forgetOldFiles } from "#server/workflows/imports/forget-old-files.ts";
import { forgetOldUndo } from "#server/workflows/journal/forget-old-undo.ts";
import { removeOldLeads } from "#server/workflows/leads/remove-old-leads.ts";
import { recoverAfterStop } from "#server/workflows/recover-after-stop.ts";
import { forgetPages } from "#server/workflows/replays/forget-pages.ts";
import { scrapeDueTargets } from "#server/workflows/websites/scrape-due-targets.ts";
import { fadeScores } from "#server/workflows/rules/fade-scores.ts";
import { forgetOldChanges } from "#server/workflows/reports/forget-old-changes.ts";
import { sendDueReport } from "#server/workflows/reports/send-due-report.ts";
import { syncDueMailbox } from "#server/workflows/mail/sync-due-mailbox.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const TICK_MILLISECONDS = 30_000;

type Job = (workspace: Workspace) => Promise<void>;
const JOBS: readonly Job[] = [
  recoverAfterStop,
  fadeScores,
  autoSyncIfDue,
  syncDueMailbox,
  scrapeDueTargets,
  sendDueReport,
  sendDueFollowUps,
  forgetOldFiles,
  removeOldLeads,
  forgetOldUndo,
  forgetOldChanges,
  forgetPages,
  findDuplicates,
];

/**
 * Runs what is due: scores that fade, auto-sync, the mailbox, the scheduled report, follow-ups, what a process that died left
 * unfinished, and files, leads and changes that are kept no longer. What is due is read from the store at each tick, so changed
 * settings take effect without a restart and a process that was down catches up. A job waits for no other, and a tick
 * that finds it still running passes it by. `stop` resolves when all have ended.
 */
export function startScheduler(workspace: Workspace, jobs: readonly Job[] = JOBS): { stop(): Promise<void> } {
  const running = new Map<Job, Promise<void>>();
  const start = (job: Job): void => {
    if (running.has(job)) return;
    const run = job(workspace)
      // Each workflow has recorded its failure where people see it.
      .catch((error: unknown) => workspace.log.warn({ job: job.name, err: error }, "job failed"))
      .finally(() => running.delete(job));
    running.set(job, run);
  };
  const timer = setInterval(() => jobs.forEach(start), TICK_MILLISECONDS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
