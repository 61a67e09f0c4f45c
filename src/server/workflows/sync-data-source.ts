import type { SyncCounts, SyncRun } from "#shared/contract/data-source.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { conflict, messageOf } from "#server/platform/errors.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { openSheetConfig } from "#server/workflows/data-sources.ts";
import { readSettings } from "#server/workflows/read-settings.ts";
import { takeIn } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const LEASE_MILLISECONDS = 60_000;
const BATCH = 500;
const REASONS_KEPT = 100;
const NOTHING_SEEN = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, qualified: 0 };

/**
 * Reads one data source and takes in what is new or changed, a batch a transaction: a kill between two batches loses
 * nothing and the next sync goes on from there. Records how it went on the source, in either case.
 * Throws sync_running when another process is at it, and whatever the source said when it failed.
 */
export async function syncDataSource(workspace: Workspace, source: DataSourceRecord): Promise<SyncRun> {
  const { store, clock, feed, processId } = workspace;
  const leaseKey = `sync:${source.id}`;
  if (!(await store.leases.acquire(leaseKey, processId, LEASE_MILLISECONDS))) {
    throw conflict("sync_running", `${source.name} is being synced already.`);
  }
  const run: SyncRun = {
    ...NOTHING_SEEN,
    startedAt: clock().toISOString(),
    finishedAt: null,
    outcome: "running",
    message: "",
    reasons: [],
  };
  try {
    await store.dataSources.update(source.id, { lastRun: run });
    feed.progress({ work: "sync", label: source.name, done: 0, total: null, finished: false });
    await readAndTakeIn(workspace, source, run, leaseKey);
    run.outcome = "succeeded";
    run.finishedAt = clock().toISOString();
    run.message = summary(run);
    await store.dataSources.update(source.id, { lastRun: run, lastSync: run.finishedAt, failingSince: null });
    await store.journal.add({
      kind: "sync",
      type: "sync_completed",
      title: `${source.name} synced`,
      description: run.message,
      by: "Sync",
      at: run.finishedAt,
      leadId: null,
    });
    return run;
  } catch (error) {
    run.outcome = "failed";
    run.finishedAt = clock().toISOString();
    run.message = messageOf(error);
    await store.dataSources.update(source.id, { lastRun: run, failingSince: source.failingSince ?? run.startedAt });
    throw error;
  } finally {
    await store.leases.release(leaseKey, processId);
    feed.progress({ work: "sync", label: source.name, done: run.seen, total: run.seen, finished: true });
    feed.changed(["leads", "data-sources", "activity", "status"]);
  }
}

async function readAndTakeIn(
  workspace: Workspace,
  source: DataSourceRecord,
  run: SyncRun,
  leaseKey: string,
): Promise<void> {
  const { store, sheets, feed, processId, stopping } = workspace;
  const sheet = await sheets.read(openSheetConfig(workspace, source), stopping);
  const { maxLeadsPerSync } = await readSettings(workspace);
  const known = await store.leads.rowHashes(source.id);
  const fresh = sheet.rows.filter((row) => known.get(row.rowKey) !== row.contentHash);
  run.unchanged = sheet.rows.length - fresh.length;
  // What the limit leaves over is still new at the next sync, which goes on with it.
  const due = maxLeadsPerSync === null ? fresh : fresh.slice(0, maxLeadsPerSync);
  run.seen = run.unchanged + sheet.skipped.length;
  run.skipped = sheet.skipped.length;
  run.reasons = sheet.skipped.slice(0, REASONS_KEPT);

  for (let start = 0; start < due.length; start += BATCH) {
    if (stopping.aborted)
      throw conflict("stopping", "The server was stopped during the sync. The next sync goes on from there.");
    const rows = due.slice(start, start + BATCH);
    await takeBatch(workspace, source, rows, run);
    await store.leases.renew(leaseKey, processId, LEASE_MILLISECONDS);
    feed.progress({ work: "sync", label: source.name, done: start + rows.length, total: due.length, finished: false });
    feed.changed(["leads"]);
    // Other requests are answered between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function takeBatch(workspace: Workspace, source: DataSourceRecord, rows: RawLead[], run: SyncRun): Promise<void> {
  const ref = { kind: source.type, id: source.id, name: source.name };
  const { decision } = await withJudgement(workspace, (judgement) => takeIn(workspace, ref, rows, judgement));
  for (const { kind, locator, reason } of decision.outcomes) {
    run.seen += 1;
    run[kind] += 1;
    if (reason !== undefined && run.reasons.length < REASONS_KEPT) run.reasons.push({ locator, reason });
  }
  run.qualified += decision.newlyQualified.length;
}

function summary(run: SyncCounts): string {
  const parts = [`${run.seen} rows`, `${run.created} new`, `${run.updated} updated`, `${run.unchanged} unchanged`];
  if (run.skipped > 0) parts.push(`${run.skipped} left out`);
  if (run.failed > 0) parts.push(`${run.failed} failed`);
  return parts.join(", ");
}
