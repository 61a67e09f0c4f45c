import { DAY } from "#shared/durations.ts";
import { latestWindow, nextWindow, type CalendarWindow } from "#server/platform/calendar-window.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import type { EmailSettingsRecord } from "#server/db/reports/email-settings.ts";
import { defaultDigest, digestAddress, type DigestTime } from "#server/features/digests/digest-settings.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { isAfter, retryAt } from "#server/features/reports/report-due.ts";
import type { Workspace } from "#server/workspace.ts";

/** A person's next digest. */
export interface NextDigest {
  account: AccountRecord;
  /** Where it goes. */
  to: string;
  time: DigestTime;
  /** The day that it covers, up to its time. */
  window: CalendarWindow;
  /** Identifies it for good: one person, one day. */
  key: string;
  /** When to send it: at the end of its window, or some time after a failure. */
  at: Date;
}

/** No time zone's day is longer, and a machine's clock may be off by hours. */
export const LOOKED_BACK = 3 * DAY;

/**
 * Everyone's next digest, earliest first; a machine that was off catches up on the latest only. Nobody who turned it off,
 * can't sign in or has no address has one.
 */
export async function nextDigests(
  workspace: Workspace,
  { scheduledSince }: Pick<EmailSettingsRecord, "scheduledSince">,
): Promise<NextDigest[]> {
  const { store, clock } = workspace;
  const now = clock();
  const [accounts, chosen, begun, { timeZone }] = await Promise.all([
    store.accounts.list(),
    store.digests.list(),
    store.reports.digestsSince(new Date(now.getTime() - LOOKED_BACK).toISOString()),
    reportClock(workspace),
  ]);
  const times = new Map(chosen.map((time) => [time.accountId, time]));
  const earlier = new Map(begun.map((report) => [report.windowKey, report]));
  const windows = new Map<string, CalendarWindow>();
  /** Time zones are slow to compute, and most people share one. */
  const windowOf = ({ hour, timeZone: zone }: DigestTime): CalendarWindow => {
    const name = `${hour} ${zone}`;
    const known = windows.get(name) ?? latestWindow("daily", now, { hour, timeZone: zone });
    windows.set(name, known);
    return known;
  };

  const next = accounts.flatMap((account): NextDigest[] => {
    const to = digestAddress(account);
    const time = times.get(account.id) ?? defaultDigest(timeZone);
    if (to === null || !time.isOn) return [];
    const latest = windowOf(time);
    const key = keyOf(account, latest);
    const sent = earlier.get(key);
    const isMissed = [scheduledSince, account.createdAt, time.since].every((since) => isAfter(latest.to, since, now));
    if (isMissed && sent === undefined) return [{ account, to, time, window: latest, key, at: latest.to }];
    if (isMissed && sent?.state === "failed") {
      return [{ account, to, time, window: latest, key, at: retryAt(sent) }];
    }
    const window = nextWindow("daily", latest, time);
    return [{ account, to, time, window, key: keyOf(account, window), at: window.to }];
  });
  return next.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function keyOf({ id }: Pick<AccountRecord, "id">, { key }: CalendarWindow): string {
  return `digest:${id}:${key}`;
}
