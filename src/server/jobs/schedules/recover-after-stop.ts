import { isMentionKey } from "#server/features/digests/mentions-due.ts";
import { recoverFollowUps } from "#server/features/follow-ups/send-follow-up.ts";
import { recoverImports } from "#server/features/imports/imports.ts";
import { recoverReplays } from "#server/features/replays/replays.ts";
import { reportLease } from "#server/features/reports/send-report.ts";
import { scrapeLease } from "#server/features/websites/scrape-target.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

const SYNC_CUT_OFF = "The server stopped during this sync. The next sync continues from there.";
const SCRAPE_CUT_OFF = "The server stopped during this scrape.";
const REPORT_CUT_OFF = "The server stopped while sending this";

/**
 * Settles what a dead process left unfinished and no job resumes: an interrupted sync or scrape, a report or follow-up
 * that may or may not have been sent, an import or replay whose job was given up. A held lease means that its process
 * is alive.
 */
export async function recoverAfterStop(workspace: Workspace): Promise<void> {
  await markSyncsCutOff(workspace);
  await markScrapesCutOff(workspace);
  await recordInterruptedReports(workspace);
  await recoverFollowUps(workspace);
  await recoverImports(workspace);
  await recoverReplays(workspace);
}

async function markSyncsCutOff(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { id, lastRun } of await store.dataSources.list()) {
    if (lastRun?.outcome !== "running") continue;
    await withLease(workspace, `sync:${id}`, async () => {
      const now = await store.dataSources.get(id);
      if (now?.lastRun?.outcome !== "running") return;
      const finishedAt = clock().toISOString();
      await store.dataSources.update(id, {
        lastRun: { ...now.lastRun, outcome: "interrupted", finishedAt, message: SYNC_CUT_OFF },
      });
      feed.changed(["data-sources", "status"]);
    });
  }
}

async function markScrapesCutOff(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { targetId } of await store.scrapes.unfinishedRuns()) {
    await withLease(workspace, scrapeLease(targetId), async () => {
      const finishedAt = clock().toISOString();
      for (const run of await store.scrapes.unfinishedRuns()) {
        if (run.targetId !== targetId) continue;
        // A crawl adds its leads at the end, a few hundred at a time.
        const kept = run.seen > 0 ? "Leads imported so far were kept." : "No leads were imported.";
        const message = `${SCRAPE_CUT_OFF} ${kept}`;
        await store.scrapes.writeRun({ ...run, outcome: "interrupted", finishedAt, message });
      }
      feed.changed(["scrape-targets"]);
    });
  }
}

function kindOf(windowKey: string, accountId: string | null): string {
  if (accountId === null) return "report";
  return isMentionKey(windowKey) ? "mention email" : "digest";
}

async function recordInterruptedReports(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { id, windowKey, accountId } of await store.reports.unfinished()) {
    await withLease(workspace, reportLease(windowKey), async () => {
      const at = clock().toISOString();
      if (!(await store.reports.giveUp(id, { error: REPORT_CUT_OFF, finishedAt: at }))) return;
      await store.journal.add({
        kind: "report",
        title: `A ${kindOf(windowKey, accountId)} may not have been sent`,
        description: REPORT_CUT_OFF,
        by: "Winnow",
        at,
      });
      feed.changed(["activity", "status"]);
    });
  }
}
