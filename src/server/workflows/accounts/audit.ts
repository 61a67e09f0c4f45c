import type { AuditEntry, AuditPage, AuditQuery } from "#shared/contract/audit.ts";
import { LIMITS } from "#shared/limits.ts";
import { attemptsBefore } from "#server/workflows/accounts/attempts.ts";
import { usernameKey } from "#server/workflows/accounts/username.ts";
import { daysFrom, sessionsNow } from "#server/workflows/accounts/session-times.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const FORGOTTEN_AT_ONCE = 1_000;
/** Under which failed sign-ins are counted that were told. */
const TOLD_KEY = "told";
const UNKNOWN_NAME = "An unknown name";

/** Notes who did what. A log that cannot be written stops nobody's work; the process's own log says so. */
export async function recordAct(
  { store, clock, feed, log }: Pick<Workspace, "store" | "clock" | "feed" | "log">,
  act: Omit<AuditEntry, "id" | "at"> & { userId: string | null },
): Promise<void> {
  try {
    await store.audit.add({ ...act, at: clock().toISOString() });
    feed.changed(["audit"]);
  } catch (error) {
    log.error({ err: error, action: act.action }, "act not written to the audit log");
  }
}

/** Who did what from where, newest first, a page at a time. A cursor of nothing is the end. */
export async function readAudit({ store }: Workspace, query: AuditQuery): Promise<AuditPage> {
  const { cursor = null, limit = LIMITS.audit.pageSize, ...filter } = query;
  const entries = await store.audit.list(filter, limit, cursor);
  return { entries, nextCursor: entries.length < limit ? null : (entries.at(-1)?.id ?? null) };
}

/**
 * By whom the audit log says that a failed sign-in was: an account's name, and of any other text only that it is none, for
 * people type passwords where the name belongs. Null once as many were told as the log takes within the span of attempts,
 * because whoever has many addresses could fill the disk with them.
 */
export async function nameOfFailedSignIn({ store, clock }: Workspace, typed: string): Promise<string | null> {
  const now = clock();
  const at = { now: now.toISOString(), before: attemptsBefore(now) };
  const { attempts } = await store.signInAttempts.add(TOLD_KEY, at);
  if (attempts > LIMITS.audit.failedSignIns) return null;
  return (await store.accounts.byUsername(usernameKey(typed)))?.username ?? UNKNOWN_NAME;
}

/** Removes audit entries that are older than they are kept; answers how many. */
export async function forgetOldAudit({ store, clock, stopping }: Workspace): Promise<number> {
  const before = daysFrom(clock(), -LIMITS.audit.keptDays);
  let gone = 0;
  for (let batch = FORGOTTEN_AT_ONCE; batch === FORGOTTEN_AT_ONCE && !stopping.aborted; gone += batch) {
    batch = await store.audit.forget(before, FORGOTTEN_AT_ONCE);
  }
  return gone;
}

/** Removes sessions that are over and counts of attempts that count no more; answers how many sessions. */
export async function forgetExpiredSessions({ store, clock }: Workspace): Promise<number> {
  return store.sessions.forget({ ...sessionsNow(clock), attemptsBefore: attemptsBefore(clock()) });
}
