import { recoverFollowUps } from "#server/workflows/follow-up/send-follow-up.ts";
import { recoverImports } from "#server/workflows/imports/recover-imports.ts";
import { recoverReplays } from "#server/workflows/replays/recover-replays.ts";
import { reportLease } from "#server/workflows/reports/send-report.ts";
import { scrapeLease } from "#server/workflows/websites/scrape-target.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const SYNC_CUT_OFF = "The server stopped during this sync. The next one goes on from there.";
const SCRAPE_CUT_OFF = "The server stopped during this scrape.";
const REPORT_CUT_OFF = "The server stopped while sending it";

/**
 * Tells of what a process left half-way and no job goes on with by itself: a sync or scrape that was cut off, a report or a
 * follow-up of which nobody knows whether it went out, an import or a replay whose job was given up. Whoever still holds a
 * lease is alive.
 */
export async function recoverAfterStop(workspace: Workspace): Promise<void> {
  await markSyncsCutOff(workspace);
  await markScrapesCutOff(workspace);
  await tellReportsCutOff(workspace);
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
        // Leads are taken in at the end of a crawl, some hundred at a time.
        const kept = run.seen > 0 ? "What it had taken in by then stays." : "It had taken nobody in yet.";
        const message = `${SCRAPE_CUT_OFF} ${kept}`;
        await store.scrapes.writeRun({ ...run, outcome: "interrupted", finishedAt, message });
      }
      feed.changed(["scrape-targets"]);
    });
  }
}

async function tellReportsCutOff(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { id, windowKey } of await store.reports.unfinished()) {
    await withLease(workspace, reportLease(windowKey), async () => {
      const at = clock().toISOString();
      if (!(await store.reports.giveUp(id, { error: REPORT_CUT_OFF, finishedAt: at }))) return;
      await store.journal.add({
        kind: "report",
        type: "other",
        title: "A report may not have been sent",
        description: REPORT_CUT_OFF,
        by: "Winnow",
        at,
        leadId: null,
      });
      feed.changed(["activity", "status"]);
    });
  }
}
