import { inEnglish } from "#shared/counted.ts";
import type { SyncCounts, SyncRun } from "#shared/contract/data-source.ts";
import { dataSourceFacts } from "#shared/source-kinds.ts";
import { AppError, conflict, messageOf } from "#server/platform/errors.ts";
import { type DataSourceRecord, SOURCE_CONNECTION } from "#server/db/sources/data-sources.ts";
import { noteSuccess, sourceKey } from "#server/features/leads/note-success.ts";
import { SOURCE_KIND_CODE } from "#server/features/source-kinds/registry.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

const NOTHING_SEEN = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, qualified: 0 };

/**
 * Reads one data source, a sheet or a mailbox, and imports new and changed leads, one transaction per batch: a kill
 * between batches loses nothing and the next sync continues from there. Records the outcome on the source either way; a
 * run ended by `cancel` or the source's deletion is `interrupted`. `isRest` continues what the last one left. Throws
 * sync_running if another process is reading it, and the source's errors.
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
  if (run === null) throw conflict("sync_running", `${source.name} is already syncing.`);
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
  const note = (patch: (now: DataSourceRecord) => Partial<DataSourceRecord>) =>
    store.dataSources.updateAsRead(source, SOURCE_CONNECTION, patch);
  try {
    await note(() => ({ lastRun: run }));
    feed.progress({ work: "sync", label: source.name, done: 0, total: null, finished: false });
    const { connector } = SOURCE_KIND_CODE[source.type];
    await connector.read(workspace, source, run, AbortSignal.any([stop, cancel]));
    run.outcome = "succeeded";
    run.finishedAt = clock().toISOString();
    run.message = summary(source, run);
    const lastSync = run.finishedAt;
    await note(() => ({ lastRun: run, lastSync, failingSince: null }));
    // A source that announces messages reads only new ones, so everything it saw is new.
    const readsOnlyNew = dataSourceFacts(source.type).announces !== undefined;
    const brought = readsOnlyNew ? run.seen : run.created + run.updated;
    await noteSuccess(workspace, sourceKey(source.id), brought > 0);
    // For a long sheet read in parts, the first and the last part are announced.
    const isPartBetween = isRest && run.waiting !== undefined;
    if (!isPartBetween && (!readsOnlyNew || run.seen > 0)) await recordSync(workspace, source, run);
    return run;
  } catch (error) {
    const isGone = error instanceof AppError && error.id === "source_gone";
    const isEnded = stop.aborted || cancel.aborted || isGone;
    const failure = stop.aborted ? stopped(workspace) : error;
    run.outcome = isEnded ? "interrupted" : "failed";
    run.finishedAt = clock().toISOString();
    run.message = messageOf(failure);
    if (isGone) run.message = `The source was deleted after ${summary(source, run)}`;
    if (cancel.aborted) run.message = `Canceled after ${summary(source, run)}`;
    // A cancellation says nothing about the source.
    await note(({ failingSince }) => ({
      lastRun: run,
      failingSince: isEnded ? failingSince : (failingSince ?? run.startedAt),
    }));
    if (cancel.aborted || isGone) return run;
    throw failure;
  } finally {
    feed.progress({ work: "sync", label: source.name, done: run.seen, total: run.seen, finished: true });
    feed.changed(["leads", "data-sources", "activity", "status"]);
  }
}

/** Why the sync had to end: the process is stopping, or its lease expired because it couldn't be renewed. */
function stopped({ stopping }: Pick<Workspace, "stopping">): AppError {
  return stopping.aborted
    ? conflict("stopping", "The server stopped during the sync. The next sync continues from there.")
    : conflict(
        "lease_lost",
        "The sync stopped because the server was suspended, for example while a laptop slept. The next sync continues from there.",
      );
}

/** Mailboxes are checked whenever they announce mail; a check that finds nothing isn't worth an activity line. */
async function recordSync({ store, clock }: Workspace, source: DataSourceRecord, run: SyncRun): Promise<void> {
  await store.journal.add({
    kind: "sync",
    type: "sync_completed",
    title: `${source.name} synced`,
    description: run.message,
    by: "Sync",
    at: clock().toISOString(),
  });
}

/** Whether the last run succeeded and left something for the next one, which is due immediately. */
export function hasRest({ lastRun }: Pick<DataSourceRecord, "lastRun">): boolean {
  return lastRun?.outcome === "succeeded" && (lastRun.waiting ?? 0) > 0;
}

function summary({ type }: Pick<DataSourceRecord, "type">, run: SyncCounts & Pick<SyncRun, "waiting">): string {
  const parts = [
    `${inEnglish(run.seen)} ${dataSourceFacts(type).items[1]}`,
    `${inEnglish(run.created)} new`,
    `${inEnglish(run.updated)} updated`,
    `${inEnglish(run.unchanged)} unchanged`,
  ];
  if (run.skipped > 0) parts.push(`${inEnglish(run.skipped)} skipped`);
  if (run.failed > 0) parts.push(`${inEnglish(run.failed)} failed`);
  if (run.waiting !== undefined) parts.push(`${inEnglish(run.waiting)} waiting for the next sync`);
  return parts.join(", ");
}
