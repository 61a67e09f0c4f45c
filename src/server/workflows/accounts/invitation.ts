import type { AcceptedInvitation } from "#shared/contract/user.ts";
import { newSecret, secretHash } from "#server/authentication/secret.ts";
import { AppError } from "#server/platform/errors.ts";
import { beginSession, type SignedIn } from "#server/workflows/accounts/begin-session.ts";
import type { Origin } from "#server/workflows/accounts/caller.ts";
import { hashOfChosen } from "#server/workflows/accounts/new-password.ts";
import { invitationEnd } from "#server/workflows/accounts/session-times.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** A link's path, its secret in the fragment, which no server and no log gets to see, and what is kept of it. */
export function newInvitation(now: Date): {
  path: string;
  kept: { invitationHash: string; invitedUntil: string };
} {
  const secret = newSecret();
  const kept = { invitationHash: secretHash(secret), invitedUntil: invitationEnd(now) };
  return { path: `/invitation#${secret}`, kept };
}

/**
 * Gives an account the password that the invited person chose, and signs in. The link works once: throws invitation_over
 * (410) for one that was used, replaced, never made or is too old, and what hashOfChosen does.
 */
export async function acceptInvitation(
  workspace: Workspace,
  { token, password }: AcceptedInvitation,
  origin: Origin,
): Promise<SignedIn> {
  const { store, clock } = workspace;
  const invitationHash = secretHash(token);
  const invited = await store.accounts.byInvitation(invitationHash);
  const now = clock().toISOString();
  if (invited === null || !invited.isActive || invited.invitedUntil === null || invited.invitedUntil <= now) {
    throw invitationOver();
  }
  const passwordHash = await hashOfChosen(password, invited.username, "password");
  const account = await store.accounts.update(
    invited.id,
    { passwordHash, invitationHash: null, invitedUntil: null },
    { sessions: "all", where: (known) => known.isActive && known.invitationHash === invitationHash },
  );
  if (account === null) throw invitationOver();
  return beginSession(workspace, account, origin);
}

function invitationOver(): AppError {
  return new AppError(
    "invitation_over",
    410,
    "This link works no more: it was used, is too old, or was replaced. Ask an owner for a new one.",
  );
}
