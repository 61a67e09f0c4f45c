import type { SessionRecord } from "#shared/contract/session.ts";
import { notFound } from "#server/platform/errors.ts";
import { listedOf, type SignedInCaller } from "#server/workflows/accounts/own-account.ts";
import { endUnused, sessionsNow } from "#server/workflows/accounts/session-times.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Browsers that are signed in, newest use first: one's own, or everybody's. Throws as `listedOf`. */
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

/** Signs a browser out: of this account, or of any where that is null. Rejects with not_found. */
export async function endSession({ store, feed }: Workspace, id: string, userId: string | null): Promise<void> {
  if (!(await store.sessions.remove(id, userId))) throw notFound("session");
  feed.changed(["session", "sessions"]);
}
