import { auditSentence, UNKNOWN_NAME } from "#shared/audit/audit-sentence.ts";
import type { AuditPage, AuditQuery } from "#shared/contract/audit.ts";
import { LIMITS } from "#shared/limits.ts";
import { attemptsBefore } from "#server/features/accounts/attempts.ts";
import type { NewAuditEntry } from "#server/db/accounts/audit-log.ts";
import { usernameKey } from "#shared/username-key.ts";
import { daysFrom, sessionsNow } from "#server/features/accounts/session-times.ts";
import type { Workspace } from "#server/workspace.ts";

const FORGOTTEN_AT_ONCE = 1_000;
/** The key for counting the failed sign-ins that were recorded. */
const RECORDED_KEY = "audited";

/**
 * Records who did what. A failure to write the audit log doesn't fail the request; it's reported in the process log.
 */
export async function recordAction(
  { store, clock, feed, log }: Pick<Workspace, "store" | "clock" | "feed" | "log">,
  act: Omit<NewAuditEntry, "at">,
): Promise<void> {
  try {
    await store.audit.add({ ...act, at: clock().toISOString() });
    feed.changed(["audit"]);
  } catch (error) {
    log.error({ err: error, action: act.action }, "action not written to the audit log");
  }
}

/** Who did what from where, newest first, one page. A null cursor is the end. */
export async function readAudit({ store }: Workspace, query: AuditQuery): Promise<AuditPage> {
  const { cursor = null, limit = LIMITS.audit.pageSize, ...filter } = query;
  const stored = await store.audit.list(filter, limit, cursor);
  const entries = stored.map((entry) => ({ ...entry, ...auditSentence(entry) }));
  return { entries, nextCursor: entries.length < limit ? null : (entries.at(-1)?.id ?? null) };
}

/**
 * How a failed sign-in is attributed in the audit log: to the account's name; any other text is only recorded as
 * unknown, because people type passwords into the name field. Null once the log has recorded its maximum for the
 * attempt window, since someone with many addresses could fill the disk.
 */
export async function nameOfFailedSignIn({ store, clock }: Workspace, typed: string): Promise<string | null> {
  const now = clock();
  const at = { now: now.toISOString(), before: attemptsBefore(now) };
  const { attempts } = await store.signInAttempts.add(RECORDED_KEY, at);
  if (attempts > LIMITS.audit.failedSignIns) return null;
  return (await store.accounts.byUsername(usernameKey(typed)))?.username ?? UNKNOWN_NAME;
}

/** Removes audit entries past their retention; returns how many. */
export async function forgetOldAudit({ store, clock, stopping }: Workspace): Promise<number> {
  const before = daysFrom(clock(), -LIMITS.audit.retentionDays);
  let gone = 0;
  for (let batch = FORGOTTEN_AT_ONCE; batch === FORGOTTEN_AT_ONCE && !stopping.aborted; gone += batch) {
    batch = await store.audit.forget(before, FORGOTTEN_AT_ONCE);
  }
  return gone;
}

/** Removes expired sessions and attempt counts; returns how many sessions. */
export async function forgetExpiredSessions({ store, clock }: Workspace): Promise<number> {
  return store.sessions.forget({ ...sessionsNow(clock), attemptsBefore: attemptsBefore(clock()) });
}
