import { LIMITS } from "#shared/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SessionsAt } from "#server/store/account-types.ts";

const DAY_MILLISECONDS = 86_400_000;
const { sessionDays, sessionIdleDays, invitationDays } = LIMITS.account;

/** What of sessions is over now. */
export function sessionsNow(clock: Clock): SessionsAt {
  const now = clock();
  return { now: now.toISOString(), idleSince: daysFrom(now, -sessionIdleDays) };
}

/** Until when a session that begins now lasts, however much it is used. */
export function sessionEnd(from: Date): string {
  return daysFrom(from, sessionDays);
}

/** When a session ends if it is not used any more. */
export function endUnused({ lastUsed, expiresAt }: { lastUsed: string; expiresAt: string }): string {
  const idle = daysFrom(new Date(lastUsed), sessionIdleDays);
  return idle < expiresAt ? idle : expiresAt;
}

export function invitationEnd(from: Date): string {
  return daysFrom(from, invitationDays);
}

/** So many days after a moment; before it where they are negative. */
export function daysFrom(moment: Date, days: number): string {
  return new Date(moment.getTime() + days * DAY_MILLISECONDS).toISOString();
}
