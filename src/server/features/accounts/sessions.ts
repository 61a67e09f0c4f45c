import type { SessionRecord } from "#shared/contract/session.ts";
import { secretHash } from "#server/features/accounts/credentials/secret.ts";
import { notFound } from "#server/platform/errors.ts";
import { listedOf, type SignedInCaller } from "#server/features/accounts/own-account.ts";
import { endUnused, sessionsNow } from "#server/features/accounts/session-times.ts";
import type { Workspace } from "#server/workspace.ts";

/** Signed-in browsers, most recently used first: the caller's, or everybody's. Throws as `listedOf`. */
export async function listSessions(
  { store, clock }: Workspace,
  caller: SignedInCaller,
  all: boolean,
): Promise<SessionRecord[]> {
  const sessions = await store.sessions.list(listedOf(caller, all), sessionsNow(clock));
  return sessions.map((session) => ({
    ...session,
    isCurrent: session.id === caller.session.id,
    expiresAt: endUnused(session),
  }));
}

/** Ends a browser's session from before its new sign-in; null for none. */
export async function endReplacedSession({ store, feed }: Workspace, secret: string | null): Promise<void> {
  if (secret === null || !(await store.sessions.removeBySecret(secretHash(secret)))) return;
  feed.changed(["session", "sessions"]);
}

/** Signs a browser out: of this account, or of any if null. Rejects with not_found. */
export async function endSession({ store, feed }: Workspace, id: string, userId: string | null): Promise<void> {
  if (!(await store.sessions.remove(id, userId))) throw notFound("session");
  feed.changed(["session", "sessions"]);
}
