import type { Settings } from "#shared/contract/settings.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import { hasRest } from "#server/workflows/data-sources/sync-data-source.ts";
import { syncableSources, syncLeads, syncRest } from "#server/workflows/data-sources/sync-leads.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * When auto-sync next reads the active sources: an interval after the latest attempt; null when it is off or has nothing
 * to read. A mailbox is read whenever it announces mail, and a long sheet part by part, which is no reason for the other
 * sheets to wait.
 */
export function nextAutoSync(
  active: (Pick<DataSourceRecord, "lastRun" | "createdAt"> & Partial<Pick<DataSourceRecord, "type">>)[],
  settings: Settings,
): Date | null {
  if (!settings.autoSync || active.length === 0) return null;
  const sheets = active.filter(({ type }) => type !== "email");
  const sources = sheets.length > 0 ? sheets : active;
  const whole = sources.filter((source) => !hasRest(source));
  const attempts = (whole.length > 0 ? whole : sources).map(({ lastRun, createdAt }) =>
    Date.parse(lastRun?.startedAt ?? createdAt),
  );
  return new Date(Math.max(...attempts) + settings.syncIntervalMinutes * 60_000);
}

/**
 * Syncs every active source when the interval has passed since the last attempt, whoever made it. In between it goes on
 * with those that a limited sync left something of. A source that fails waits for the interval.
 */
export async function autoSyncIfDue(workspace: Workspace): Promise<void> {
  const [active, settings] = await Promise.all([syncableSources(workspace), readSettings(workspace)]);
  const next = nextAutoSync(active, settings);
  if (next === null) return;
  if (next <= workspace.clock()) await syncLeads(workspace);
  else await syncRest(workspace);
}
