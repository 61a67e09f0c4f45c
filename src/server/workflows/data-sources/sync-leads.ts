import type { SyncResult } from "#shared/contract/data-source.ts";
import { AppError, messageOf, upstreamFailed } from "#server/platform/errors.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { syncDataSource } from "#server/workflows/data-sources/sync-data-source.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const running = new WeakMap<Workspace["store"], { result: Promise<SyncResult>; cancel: AbortController }>();

/**
 * Syncs every active data source, one after the other; asked again meanwhile, answers with the sync under way. A source
 * that fails does not stop the others. Throws when every one failed, with the first one's reason.
 */
export function syncLeads(workspace: Workspace): Promise<SyncResult> {
  const current = running.get(workspace.store);
  if (current !== undefined) return current.result;
  const cancel = new AbortController();
  const result = syncEach(workspace, cancel.signal).finally(() => running.delete(workspace.store));
  running.set(workspace.store, { result, cancel });
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

async function syncEach(workspace: Workspace, cancel: AbortSignal): Promise<SyncResult> {
  const sources = await syncableSources(workspace);
  const none = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  const result: SyncResult = { ...none, processed: 0, qualified: 0, cancelled: false, sources: [] };
  const failures: unknown[] = [];
  for (const source of sources) {
    if (cancel.aborted) break;
    const { id, name } = source;
    try {
      const run = await syncDataSource(workspace, source, cancel);
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
