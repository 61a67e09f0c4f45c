import { LIMITS } from "#shared/limits.ts";
import type { RemovalNotice } from "#server/store/old-leads.ts";
import { afterInterval } from "#server/workflows/schedules/due.ts";

const DAY_MILLISECONDS = 86_400_000;
const NOTICE_MILLISECONDS = LIMITS.settings.retentionNoticeDays * DAY_MILLISECONDS;

/**
 * When to look for old leads again: a day after the last look, and at once when retention was changed or switched off.
 * `retentionDays` null keeps all leads; null when there is nothing to look for.
 */
export function nextLook(notices: readonly RemovalNotice[], retentionDays: number | null, now: Date): Date | null {
  const last = notices.at(-1);
  if (retentionDays === null) return last === undefined ? null : now;
  if (last === undefined || last.retentionDays !== retentionDays) return now;
  return afterInterval([last.at], DAY_MILLISECONDS, now);
}

/** Whether it is time to look for old leads again. */
export function isLookDue(notices: readonly RemovalNotice[], retentionDays: number | null, now: Date): boolean {
  const next = nextLook(notices, retentionDays, now);
  return next !== null && next <= now;
}

/** The notices after a look of now: one of another retention counts no longer, nor one that a later one stands for. */
export function withNotice(notices: readonly RemovalNotice[], retentionDays: number, now: Date): RemovalNotice[] {
  const sameRetention = notices.filter((notice) => notice.retentionDays === retentionDays);
  const lastThatStood = sameRetention.findLastIndex((notice) => hasStood(notice, now));
  return [...sameRetention.slice(Math.max(0, lastThatStood)), { at: now.toISOString(), retentionDays }];
}

/**
 * Leads last touched before this moment may be removed now: they are older than retention allows, and a notice of that
 * has stood for its days. Null when none has.
 */
export function removableBefore(notices: readonly RemovalNotice[], retentionDays: number, now: Date): string | null {
  const stood = notices.findLast((notice) => notice.retentionDays === retentionDays && hasStood(notice, now));
  return stood === undefined ? null : announcedBefore(stood);
}

/** A notice tells of the leads last touched before this moment: those that will be too old when it has stood. */
export function announcedBefore({ at, retentionDays }: RemovalNotice): string {
  return new Date(Date.parse(at) + NOTICE_MILLISECONDS - retentionDays * DAY_MILLISECONDS).toISOString();
}

/** When a lead that was last touched at `updatedAt` goes: retention later, but not before its first notice has stood. */
export function removalOf(updatedAt: string, notices: readonly RemovalNotice[]): string | null {
  const first = notices.find((notice) => updatedAt < announcedBefore(notice));
  if (first === undefined) return null;
  const tooOld = Date.parse(updatedAt) + first.retentionDays * DAY_MILLISECONDS;
  return new Date(Math.max(tooOld, Date.parse(first.at) + NOTICE_MILLISECONDS)).toISOString();
}

function hasStood({ at }: RemovalNotice, now: Date): boolean {
  return now.getTime() - Date.parse(at) >= NOTICE_MILLISECONDS;
}
