import { SyncCounts, SyncResult } from "#shared/contract/data-source.ts";
import { AppError, messageOf, upstreamFailed } from "#server/platform/errors.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { hasRest, syncDataSource } from "#server/features/data-sources/sync-data-source.ts";
import type { Workspace } from "#server/workspace.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import type { JobRecord } from "#server/jobs/queue/job-queue.ts";
import { cancelJob, pressedJob, resultOf } from "#server/jobs/queue/run-job.ts";

const NEVER = new AbortController().signal;
const NOTHING = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

/**
 * Syncs every active data source, one after the other; with `isRest` continues those whose last sync left something. A
 * failing source doesn't stop the others. Ends after a batch when `cancel` aborts; imported leads remain. Throws the
 * first one's error if all failed.
 */
export async function syncLeads(
  workspace: Workspace,
  { isRest = false, cancel = NEVER }: { isRest?: boolean; cancel?: AbortSignal } = {},
): Promise<SyncResult> {
  const active = await syncableSources(workspace);
  return syncEach(workspace, isRest ? active.filter(hasRest) : active, cancel, isRest);
}

/** The result of a sync that read nothing. */
function nothingSynced(more: Partial<SyncResult> = {}): SyncResult {
  return { ...NOTHING, processed: 0, qualified: 0, canceled: false, sources: [], ...more };
}

/** The sources a sync reads. */
export async function syncableSources(workspace: Pick<Workspace, "store">): Promise<DataSourceRecord[]> {
  const sources = await workspace.store.dataSources.list();
  return sources.filter(({ isActive }) => isActive);
}

async function syncEach(
  workspace: Workspace,
  sources: readonly DataSourceRecord[],
  cancel: AbortSignal,
  isRest: boolean,
): Promise<SyncResult> {
  const result = nothingSynced();
  const failures: unknown[] = [];
  let tried = 0;
  for (const { id, name } of sources) {
    if (cancel.aborted) break;
    // Someone may have changed it while the ones before were read.
    const source = await workspace.store.dataSources.get(id);
    if (source?.isActive !== true) continue;
    tried += 1;
    try {
      const run = await syncDataSource(workspace, source, cancel, { isRest });
      const outcome = run.outcome === "interrupted" ? "canceled" : "succeeded";
      result.sources.push({ id, name, outcome, message: run.message, ...SyncCounts.parse(run) });
      for (const count of SyncCounts.keyof().options) result[count] += run[count];
      result.processed += run.seen;
      result.qualified += run.qualified;
    } catch (error) {
      if (!(error instanceof AppError)) workspace.log.error({ err: error, sourceId: id }, "sync failed");
      failures.push(error);
      result.sources.push({ id, name, outcome: "failed", message: messageOf(error), ...NOTHING });
    }
  }
  result.canceled = cancel.aborted;
  if (failures.length > 0 && failures.length === tried) {
    const [first] = failures;
    throw first instanceof AppError
      ? first
      : upstreamFailed("sync_failed", "The sync failed. The log has the details.", first);
  }
  return result;
}

/**
 * Syncs every active data source for a person; a second request joins the running sync, unless that began too early to
 * read all of them as they are. Throws the first one's error if all failed.
 */
export async function syncNow(workspace: Workspace): Promise<SyncResult> {
  for (;;) {
    const job = jobs.sync(await syncableSources(workspace));
    const running = await workspace.jobs.ofKey(job.key);
    const ended = await pressedJob(workspace, job);
    // A sync of leftovers reads fewer sources than requested, and so may one that was already running.
    const isShort = isOfRest(ended.input) || (ended.id === running?.id && (await hasMissed(workspace, ended)));
    if (isShort && ended.state !== "cancelled") continue;
    return resultOf(ended, SyncResult, () => nothingSynced({ canceled: true }));
  }
}

/** Whether a source was added, turned on or connected elsewhere after a sync could read it. */
async function hasMissed(workspace: Workspace, { startedAt }: Pick<JobRecord, "startedAt">): Promise<boolean> {
  const active = await syncableSources(workspace);
  return active.some(({ lastRun }) => lastRun === null || lastRun.startedAt < (startedAt ?? ""));
}

/**
 * Cancels the running sync, in any process, after its current batch; imported leads remain. Returns false if none runs.
 */
export function cancelSync(workspace: Workspace): Promise<boolean> {
  return cancelJob(workspace, jobs.sync([]));
}

function isOfRest(input: unknown): boolean {
  return typeof input === "object" && input !== null && "isRest" in input && input.isRest === true;
}
