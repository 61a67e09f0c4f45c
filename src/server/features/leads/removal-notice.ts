import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { RemovalNotice } from "#server/db/lead-changes/old-leads.ts";
import { afterInterval, isFuture } from "#server/platform/clock.ts";

const NOTICE_MILLISECONDS = LIMITS.settings.retentionNoticeDays * DAY;

/**
 * When to check for old leads again: a day after the last check, and immediately after retention was changed or
 * switched off. `retentionDays` null keeps all leads; returns null if there is nothing to check for.
 */
export function nextLook(notices: readonly RemovalNotice[], retentionDays: number | null, now: Date): Date | null {
  const last = notices.at(-1);
  if (retentionDays === null) return last === undefined ? null : now;
  if (last === undefined || last.retentionDays !== retentionDays) return now;
  return afterInterval([last.at], DAY, now);
}

/** Whether it's time to check for old leads again. */
export function isLookDue(notices: readonly RemovalNotice[], retentionDays: number | null, now: Date): boolean {
  const next = nextLook(notices, retentionDays, now);
  return next !== null && next <= now;
}

/**
 * The notices after a check at this time: without those for another retention, superseded by a later one, or from a
 * clock that was ahead.
 */
export function withNotice(notices: readonly RemovalNotice[], retentionDays: number, now: Date): RemovalNotice[] {
  const sameRetention = notices.filter((notice) => notice.retentionDays === retentionDays && !isFuture(notice.at, now));
  const lastThatStood = sameRetention.findLastIndex((notice) => hasStood(notice, now));
  return [...sameRetention.slice(Math.max(0, lastThatStood)), { at: now.toISOString(), retentionDays }];
}

/**
 * Leads last touched before this moment may be removed now: they are past retention, and the notice period is over.
 * Null if there are none.
 */
export function removableBefore(notices: readonly RemovalNotice[], retentionDays: number, now: Date): string | null {
  const stood = notices.findLast((notice) => notice.retentionDays === retentionDays && hasStood(notice, now));
  return stood === undefined ? null : announcedBefore(stood);
}

/**
 * A notice covers the leads last touched before this moment: those that will be past retention when its period ends.
 */
export function announcedBefore({ at, retentionDays }: RemovalNotice): string {
  return new Date(Date.parse(at) + NOTICE_MILLISECONDS - retentionDays * DAY).toISOString();
}

/**
 * When a lead last touched at `updatedAt` is removed: after retention, but not before its first notice period has
 * ended.
 */
export function removalOf(updatedAt: string, notices: readonly RemovalNotice[]): string | null {
  const first = notices.find((notice) => updatedAt < announcedBefore(notice));
  if (first === undefined) return null;
  const tooOld = Date.parse(updatedAt) + first.retentionDays * DAY;
  return new Date(Math.max(tooOld, Date.parse(first.at) + NOTICE_MILLISECONDS)).toISOString();
}

function hasStood({ at }: RemovalNotice, now: Date): boolean {
  return now.getTime() - Date.parse(at) >= NOTICE_MILLISECONDS;
}
