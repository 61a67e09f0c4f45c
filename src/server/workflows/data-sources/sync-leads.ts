import type { SyncResult } from "#shared/contract/data-source.ts";
import { AppError, messageOf, upstreamFailed } from "#server/platform/errors.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { hasRest, syncDataSource } from "#server/workflows/data-sources/sync-data-source.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

interface Running {
  result: Promise<SyncResult>;
  cancel: AbortController;
  /** Whether it reads every active source, and not just what some of them had left. */
  isWhole: boolean;
}

const running = new WeakMap<Workspace["store"], Running>();

/**
 * Syncs every active data source, one after the other; asked again meanwhile, answers with the sync under way. A source
 * that fails does not stop the others. Throws when every one failed, with the first one's reason.
 */
export function syncLeads(workspace: Workspace): Promise<SyncResult> {
  const current = running.get(workspace.store);
  if (current?.isWhole === true) return current.result;
  return start(workspace, true, async (cancel) => {
    // A source is read once at a time.
    cancel.addEventListener("abort", () => current?.cancel.abort());
    await current?.result.catch(() => {});
    return syncEach(workspace, await syncableSources(workspace), cancel);
  });
}

/**
 * Goes on with the active data sources of which the last sync left something over, and does nothing without any, or
 * while a sync is under way. Throws as `syncLeads` does.
 */
export async function syncRest(workspace: Workspace): Promise<void> {
  const sources = (await syncableSources(workspace)).filter(hasRest);
  if (sources.length === 0 || running.has(workspace.store)) return;
  await start(workspace, false, (cancel) => syncEach(workspace, sources, cancel, true));
}

function start(
  { store }: Workspace,
  isWhole: boolean,
  work: (cancel: AbortSignal) => Promise<SyncResult>,
): Promise<SyncResult> {
  const cancel = new AbortController();
  const result = work(cancel.signal).finally(() => {
    if (running.get(store)?.cancel === cancel) running.delete(store);
  });
  running.set(store, { result, cancel, isWhole });
  return result;
}

/** Ends the sync that this process has under way, after the batch it is at; what was taken in stays. False without one. */
export function cancelSync(workspace: Workspace): boolean {
  const current = running.get(workspace.store);
  current?.cancel.abort();
  return current !== undefined;
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
  isRest = false,
): Promise<SyncResult> {
  const none = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  const result: SyncResult = { ...none, processed: 0, qualified: 0, cancelled: false, sources: [] };
  const failures: unknown[] = [];
  for (const source of sources) {
    if (cancel.aborted) break;
    const { id, name } = source;
    try {
      const run = await syncDataSource(workspace, source, cancel, { isRest });
      const { seen, created, updated, unchanged, skipped, failed } = run;
      result.sources.push({
        id,
        name,
        outcome: run.outcome === "interrupted" ? "cancelled" : "succeeded",
        message: run.message,
        seen,
        created,
        updated,
        unchanged,
        skipped,
        failed,
      });
      result.seen += seen;
      result.processed += seen;
      result.created += created;
      result.updated += updated;
      result.unchanged += unchanged;
      result.skipped += skipped;
      result.failed += failed;
      result.qualified += run.qualified;
    } catch (error) {
      if (!(error instanceof AppError)) workspace.log.error({ err: error, sourceId: id }, "sync failed");
      failures.push(error);
      result.sources.push({ id, name, outcome: "failed", message: messageOf(error), ...none });
    }
  }
  result.cancelled = cancel.aborted;
  if (failures.length > 0 && failures.length === sources.length) {
    const [first] = failures;
    throw first instanceof AppError
      ? first
      : upstreamFailed("sync_failed", "The sync failed. The log has the details.", first);
  }
  return result;
}
