import { setImmediate as nextTurn } from "node:timers/promises";
import type { SyncCounts, SyncRun } from "#shared/contract/data-source.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { AppError, conflict, messageOf } from "#server/platform/errors.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { openSheetConfig } from "#server/workflows/data-sources/data-sources.ts";
import { noteSuccess, sourceKey } from "#server/workflows/health/source-keys.ts";
import { readMailSource } from "#server/workflows/mail/read-mail-source.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import { takeIn } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** On SQLite a batch is written in one go, with requests waiting. */
const BATCH = 250;
const COMPARED_AT_ONCE = 2_000;
const REASONS_KEPT = 100;
const NOTHING_SEEN = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, qualified: 0 };

/**
 * Reads one data source, a sheet or a mailbox, and takes in what is new or changed, a batch a transaction: a kill between
 * two batches loses nothing and the next sync goes on from there. Records how it went on the source, in either case; a
 * run that `cancel` ends, or that the source's deletion ends, is `interrupted`. `isRest` says that it goes on with what
 * the last one left. Throws sync_running when another process is at it, and whatever the source said when it failed.
 */
export async function syncDataSource(
  workspace: Workspace,
  source: DataSourceRecord,
  cancel: AbortSignal,
  { isRest = false }: { isRest?: boolean } = {},
): Promise<SyncRun> {
  const run = await withLease(workspace, `sync:${source.id}`, (stop) =>
    recordedRun(workspace, source, { stop, cancel, isRest }),
  );
  if (run === null) throw conflict("sync_running", `${source.name} is being synced already.`);
  return run;
}

async function recordedRun(
  workspace: Workspace,
  source: DataSourceRecord,
  { stop, cancel, isRest }: { stop: AbortSignal; cancel: AbortSignal; isRest: boolean },
): Promise<SyncRun> {
  const { store, clock, feed } = workspace;
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
    const read = source.type === "email" ? readMailSource : readSheet;
    await read(workspace, source, run, AbortSignal.any([stop, cancel]));
    run.outcome = "succeeded";
    run.finishedAt = clock().toISOString();
    run.message = summary(source, run);
    await store.dataSources.update(source.id, { lastRun: run, lastSync: run.finishedAt, failingSince: null });
    const brought = source.type === "email" ? run.seen : run.created + run.updated;
    await noteSuccess(workspace, sourceKey(source.id), brought > 0);
    // Of a long sheet that is read part by part the first part and the last are told.
    const isPartBetween = isRest && run.waiting !== undefined;
    if (!isPartBetween && (source.type !== "email" || run.seen > 0)) await tellOfSync(workspace, source, run);
    return run;
  } catch (error) {
    const isGone = error instanceof AppError && error.id === "source_gone";
    const isEnded = stop.aborted || cancel.aborted || isGone;
    const failure = stop.aborted ? stopped(workspace) : error;
    run.outcome = isEnded ? "interrupted" : "failed";
    run.finishedAt = clock().toISOString();
    run.message = messageOf(failure);
    if (isGone) run.message = `The source was deleted after ${summary(source, run)}`;
    if (cancel.aborted) run.message = `Cancelled after ${summary(source, run)}`;
    // Being ended says nothing about the source.
    const failingSince = isEnded ? source.failingSince : (source.failingSince ?? run.startedAt);
    await store.dataSources.update(source.id, { lastRun: run, failingSince });
    if (cancel.aborted || isGone) return run;
    throw failure;
  } finally {
    feed.progress({ work: "sync", label: source.name, done: run.seen, total: run.seen, finished: true });
    feed.changed(["leads", "data-sources", "activity", "status"]);
  }
}

async function readSheet(
  workspace: Workspace,
  source: DataSourceRecord,
  run: SyncRun,
  signal: AbortSignal,
): Promise<void> {
  const { sheets, feed } = workspace;
  const sheet = await sheets.read(openSheetConfig(workspace, source), signal);
  const { maxLeadsPerSync } = await readSettings(workspace);
  const fresh = await changedRows(workspace, source, sheet.rows, signal);
  run.unchanged = sheet.rows.length - fresh.length;
  const most = maxLeadsPerSync ?? fresh.length;
  run.seen = run.unchanged + sheet.skipped.length;
  run.skipped = sheet.skipped.length;
  run.reasons = sheet.skipped.slice(0, REASONS_KEPT);

  // What the limit leaves over is still new at the next sync, which goes on with it. Rows that are left out do not count
  // towards it: they are new each time, so that enough of them would keep the others waiting for ever.
  let done = 0;
  for (let left = most; done < fresh.length && left > 0; left = most - run.created - run.updated) {
    signal.throwIfAborted();
    const rows = fresh.slice(done, done + Math.min(BATCH, left));
    await takeBatch(workspace, source, rows, run);
    done += rows.length;
    const total = Math.max(done, Math.min(fresh.length, most));
    feed.progress({ work: "sync", label: source.name, done, total, finished: false });
    feed.changed(["leads"]);
    // Other requests are answered between two batches.
    await nextTurn();
  }
  if (done < fresh.length) run.waiting = fresh.length - done;
}

/** The rows that are new, or not as they were. */
async function changedRows(
  { store }: Pick<Workspace, "store">,
  source: DataSourceRecord,
  rows: readonly RawLead[],
  signal: AbortSignal,
): Promise<RawLead[]> {
  const changed: RawLead[] = [];
  for (let from = 0; from < rows.length; from += COMPARED_AT_ONCE) {
    signal.throwIfAborted();
    const some = rows.slice(from, from + COMPARED_AT_ONCE);
    const known = await store.leads.rowHashes(
      source.id,
      some.map(({ rowKey }) => rowKey),
    );
    changed.push(...some.filter(({ rowKey, contentHash }) => known.get(rowKey) !== contentHash));
    await nextTurn();
  }
  return changed;
}

/** Why the sync had to end: the process was asked to, or its lease ran out while it could not renew it. */
function stopped({ stopping }: Pick<Workspace, "stopping">): AppError {
  return stopping.aborted
    ? conflict("stopping", "The server was stopped during the sync. The next sync goes on from there.")
    : conflict(
        "lease_lost",
        "The sync was ended because the server stood still for a while, as on a laptop that sleeps. The next sync goes on from there.",
      );
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

/** A mailbox is looked at whenever it announces mail, so a look that finds nothing is not worth a line. */
async function tellOfSync({ store, clock }: Workspace, source: DataSourceRecord, run: SyncRun): Promise<void> {
  await store.journal.add({
    kind: "sync",
    type: "sync_completed",
    title: `${source.name} synced`,
    description: run.message,
    by: "Sync",
    at: clock().toISOString(),
    leadId: null,
  });
}

/** Whether the last run, which went well, left something to the next one: that is due at once. */
export function hasRest({ lastRun }: Pick<DataSourceRecord, "lastRun">): boolean {
  return lastRun?.outcome === "succeeded" && (lastRun.waiting ?? 0) > 0;
}

function summary({ type }: Pick<DataSourceRecord, "type">, run: SyncCounts & Pick<SyncRun, "waiting">): string {
  const parts = [
    `${run.seen} ${type === "email" ? "messages" : "rows"}`,
    `${run.created} new`,
    `${run.updated} updated`,
    `${run.unchanged} unchanged`,
  ];
  if (run.skipped > 0) parts.push(`${run.skipped} left out`);
  if (run.failed > 0) parts.push(`${run.failed} failed`);
  if (run.waiting !== undefined) parts.push(`${run.waiting} more wait for the next sync`);
  return parts.join(", ");
}
