import type { Settings } from "#shared/contract/settings.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { hasRest } from "#server/workflows/data-sources/sync-data-source.ts";
import { afterInterval } from "#server/workflows/schedules/due.ts";

const MINUTE_MILLISECONDS = 60_000;

/**
 * When auto-sync next reads the active sources: an interval after the latest attempt; null when it is off or has nothing
 * to read. A mailbox is read whenever it announces mail, and a long sheet part by part, which is no reason for the other
 * sheets to wait. A source that fails waits for the interval.
 */
export function nextAutoSync(
  active: (Pick<DataSourceRecord, "lastRun" | "createdAt"> & Partial<Pick<DataSourceRecord, "type">>)[],
  { autoSync, syncIntervalMinutes }: Pick<Settings, "autoSync" | "syncIntervalMinutes">,
  now: Date,
): Date | null {
  if (!autoSync || active.length === 0) return null;
  const sheets = active.filter(({ type }) => type !== "email");
  const sources = sheets.length > 0 ? sheets : active;
  const whole = sources.filter((source) => !hasRest(source));
  const attempts = (whole.length > 0 ? whole : sources).map(
    ({ lastRun, createdAt }) => lastRun?.startedAt ?? createdAt,
  );
  return afterInterval(attempts, syncIntervalMinutes * MINUTE_MILLISECONDS, now);
}
