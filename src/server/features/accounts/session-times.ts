import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SessionsAt } from "#server/db/accounts/sessions.ts";

const { sessionDays, sessionIdleDays, invitationDays } = LIMITS.account;

/** The cutoffs for sessions at this moment. */
export function sessionsNow(clock: Clock): SessionsAt {
  const now = clock();
  return { now: now.toISOString(), idleSince: daysFrom(now, -sessionIdleDays) };
}

/** The latest end of a session that begins now, however much it is used. */
export function sessionEnd(from: Date): string {
  return daysFrom(from, sessionDays);
}

/** When a session ends if it isn't used again. */
export function endUnused({ lastUsed, expiresAt }: { lastUsed: string; expiresAt: string }): string {
  const idle = daysFrom(new Date(lastUsed), sessionIdleDays);
  return idle < expiresAt ? idle : expiresAt;
}

export function invitationEnd(from: Date): string {
  return daysFrom(from, invitationDays);
}

/** A number of days after a moment, or before it if negative. */
export function daysFrom(moment: Date, days: number): string {
  return new Date(moment.getTime() + days * DAY).toISOString();
}
