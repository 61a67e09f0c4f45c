import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Workspace } from "#server/workspace.ts";

/** Small enough that others don't wait long for the transaction. */
const CHUNK = 1_000;

/** The earliest time of retained changes for the next report: `LIMITS.report.changeRetentionDays` before now. */
export function changesKnownSince(now: Date): Date {
  return new Date(now.getTime() - LIMITS.report.changeRetentionDays * DAY);
}

/** Deletes older status changes, whether or not reports are sent. */
export async function forgetOldChanges({ store, clock, stopping }: Workspace): Promise<void> {
  const before = changesKnownSince(clock()).toISOString();
  while (!stopping.aborted && (await store.reports.forgetChanges(before, CHUNK)) === CHUNK) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
