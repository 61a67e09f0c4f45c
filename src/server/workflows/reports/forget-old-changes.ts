import { LIMITS } from "#shared/limits.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const DAY_MILLISECONDS = 86_400_000;
/** Few enough that others need not wait long for the transaction. */
const CHUNK = 1_000;

/** Since when it is known what changed, for the next report: `LIMITS.report.changesKeptDays` before now. */
export function changesKnownSince(now: Date): Date {
  return new Date(now.getTime() - LIMITS.report.changesKeptDays * DAY_MILLISECONDS);
}

/** Forgets older changes of status, whether or not reports are sent. */
export async function forgetOldChanges({ store, clock, stopping }: Workspace): Promise<void> {
  const before = changesKnownSince(clock()).toISOString();
  while (!stopping.aborted && (await store.reports.forgetChanges(before, CHUNK)) === CHUNK) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
