import { MINUTE } from "#shared/durations.ts";
import type { MailboxRecord } from "#server/db/sources/mailbox.ts";
import { canSignIn } from "#server/features/mailbox/mailbox-account.ts";
import { isFuture } from "#server/platform/clock.ts";

export const SHORTEST_BACKOFF_MILLISECONDS = 5_000;
export const LONGEST_BACKOFF_MILLISECONDS = 5 * MINUTE;

type Timing = Pick<
  MailboxRecord,
  | "enabled"
  | "autoSync"
  | "signIn"
  | "sealedAppPassword"
  | "syncInterval"
  | "lastAttempt"
  | "failingSince"
  | "messagesWaiting"
>;

/**
 * When the mailbox is next read automatically: an interval after the last attempt, or immediately if that left messages
 * over. While it fails, after as long as it had been failing at the last attempt, so that pauses double from 5 seconds
 * to 5 minutes. Null if it isn't read automatically; immediately if it never was.
 */
export function nextMailboxSync(record: Timing, now: Date): Date | null {
  const { enabled, autoSync, syncInterval, lastAttempt, failingSince, messagesWaiting } = record;
  if (!enabled || !autoSync || !canSignIn(record)) return null;
  if (lastAttempt === null || isFuture(lastAttempt, now)) return now;
  const attempt = Date.parse(lastAttempt);
  if (failingSince === null && messagesWaiting > 0) return now;
  if (failingSince === null) return new Date(attempt + syncInterval * MINUTE);
  const failingFor = attempt - Date.parse(failingSince);
  return new Date(
    attempt + Math.min(LONGEST_BACKOFF_MILLISECONDS, Math.max(SHORTEST_BACKOFF_MILLISECONDS, failingFor)),
  );
}
