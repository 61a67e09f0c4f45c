import type { AcceptedInvitation } from "#shared/contract/user.ts";
import { newSecret, secretHash } from "#server/features/accounts/credentials/secret.ts";
import { AppError } from "#server/platform/errors.ts";
import { beginSession, type SignedIn } from "#server/features/accounts/begin-session.ts";
import type { Origin } from "#server/features/accounts/caller.ts";
import { hashOfChosen } from "#server/features/accounts/new-password.ts";
import { invitationEnd } from "#server/features/accounts/session-times.ts";
import type { Workspace } from "#server/workspace.ts";

/** A link's path with its secret in the fragment, which no server or log sees, and the hash that is stored. */
export function newInvitation(now: Date): {
  path: string;
  kept: { invitationHash: string; invitedUntil: string };
} {
  const secret = newSecret();
  const kept = { invitationHash: secretHash(secret), invitedUntil: invitationEnd(now) };
  return { path: `/invitation#${secret}`, kept };
}

/**
 * Sets the password that the invited person chose, and signs in. The link works once: throws invitation_over (410) if
 * it was used, replaced, never existed or expired, and as hashOfChosen does.
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
  const passwordHash = await hashOfChosen(workspace, password, invited.username, "password");
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
    "This link has expired, or was already used or replaced. Ask an owner for a new one.",
  );
}
