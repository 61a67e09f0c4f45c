import type { Settings } from "#shared/contract/settings.ts";
import { MINUTE } from "#shared/durations.ts";
import { dataSourceFacts } from "#shared/source-kinds.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { hasRest } from "#server/features/data-sources/sync-data-source.ts";
import { afterInterval } from "#server/platform/clock.ts";

/**
 * When auto-sync next reads the active sources: an interval after the latest attempt; null if it is off or has nothing
 * to read. Mailboxes are read when they announce mail and long sheets part by part, so neither delays the other sheets.
 * A failing source waits for the interval.
 */
export function nextAutoSync(
  active: (Pick<DataSourceRecord, "lastRun" | "createdAt"> & Partial<Pick<DataSourceRecord, "type">>)[],
  { autoSync, syncIntervalMinutes }: Pick<Settings, "autoSync" | "syncIntervalMinutes">,
  now: Date,
): Date | null {
  if (!autoSync || active.length === 0) return null;
  const silent = active.filter(({ type }) => type === undefined || dataSourceFacts(type).announces === undefined);
  const sources = silent.length > 0 ? silent : active;
  const whole = sources.filter((source) => !hasRest(source));
  const attempts = (whole.length > 0 ? whole : sources).map(
    ({ lastRun, createdAt }) => lastRun?.startedAt ?? createdAt,
  );
  return afterInterval(attempts, syncIntervalMinutes * MINUTE, now);
}
