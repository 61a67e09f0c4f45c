import type { MailboxRecord } from "#server/store/mailbox-types.ts";
import { liesAhead } from "#server/workflows/schedules/due.ts";

const MINUTE_MILLISECONDS = 60_000;
export const SHORTEST_BACKOFF_MILLISECONDS = 5_000;
export const LONGEST_BACKOFF_MILLISECONDS = 5 * MINUTE_MILLISECONDS;

type Timing = Pick<
  MailboxRecord,
  "enabled" | "autoSync" | "sealedAppPassword" | "syncInterval" | "lastAttempt" | "failingSince" | "messagesWaiting"
>;

/**
 * When the mailbox is next read without anybody asking: an interval after the last attempt, at once when that left
 * messages over. While it fails, after as long
 * as it had been failing at the last attempt, so that the pauses double from 5 seconds to 5 minutes. Null when it is not
 * to be read by itself; at once when it never was.
 */
export function nextMailboxSync(record: Timing, now: Date): Date | null {
  const { enabled, autoSync, sealedAppPassword, syncInterval, lastAttempt, failingSince, messagesWaiting } = record;
  if (!enabled || !autoSync || sealedAppPassword === null) return null;
  if (lastAttempt === null || liesAhead(lastAttempt, now)) return now;
  const attempt = Date.parse(lastAttempt);
  if (failingSince === null && messagesWaiting > 0) return now;
  if (failingSince === null) return new Date(attempt + syncInterval * MINUTE_MILLISECONDS);
  const failingFor = attempt - Date.parse(failingSince);
  return new Date(
    attempt + Math.min(LONGEST_BACKOFF_MILLISECONDS, Math.max(SHORTEST_BACKOFF_MILLISECONDS, failingFor)),
  );
}
