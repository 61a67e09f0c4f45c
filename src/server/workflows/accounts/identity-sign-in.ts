import type { Role } from "#shared/roles.ts";
import type { Identity } from "#server/authentication/identity-provider.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/store/account-types.ts";
import { beginAttempt } from "#server/workflows/accounts/attempts.ts";
import { beginSession, type SignedIn } from "#server/workflows/accounts/begin-session.ts";
import type { Origin } from "#server/workflows/accounts/caller.ts";
import { isOpen } from "#server/workflows/accounts/identify.ts";
import { usernameKey } from "#server/workflows/accounts/username.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Signs in whom the identity provider tells of when `prove` asks it: the account that came from there before, else the one
 * whose name is the verified e-mail address, else a new one of `newRole` where the operator wants that. What fails counts
 * as a failed sign-in of the address. Throws identity_unknown (403) when there is no account, email_unverified (403),
 * too_many_attempts (429), and what `prove` does.
 */
export async function signInByIdentity(
  workspace: Workspace,
  prove: () => Promise<Identity>,
  { newRole, origin }: { newRole: Role | null; origin: Origin },
): Promise<SignedIn> {
  const attempt = await beginAttempt(workspace, { guesser: null, address: origin.address });
  try {
    const signedIn = await enter(workspace, await prove(), newRole, origin);
    await attempt.succeeded();
    return signedIn;
  } catch (error) {
    // A provider that does not answer has refused nobody.
    if (error instanceof AppError && error.id === "identity_provider_failed") await attempt.takenBack();
    throw error;
  }
}

async function enter(
  workspace: Workspace,
  identity: Identity,
  newRole: Role | null,
  origin: Origin,
): Promise<SignedIn> {
  const known = await workspace.store.accounts.byIdentity(identity.subject);
  const account = known ?? (await accountOfEmail(workspace, identity, newRole));
  if (account === null || !account.isActive) {
    throw new AppError(
      "identity_unknown",
      403,
      "You have no account here under the e-mail address of your identity provider. Ask an owner for one.",
    );
  }
  return beginSession(workspace, account, origin);
}

async function accountOfEmail(
  workspace: Workspace,
  { subject, email, isEmailVerified }: Identity,
  newRole: Role | null,
): Promise<AccountRecord | null> {
  const { store, clock, feed } = workspace;
  if (!isEmailVerified || email === "") {
    throw new AppError(
      "email_unverified",
      403,
      "Your identity provider does not vouch for your e-mail address, so it does not say which account is yours.",
    );
  }
  // Names are compared leniently, as keyboards write them; an address that differs by that much is another mailbox.
  if (email.normalize("NFKC").trim() !== email) return null;
  const found = await store.accounts.byUsername(usernameKey(email));
  if (found !== null) {
    // An invitation has found whom it was for.
    const patch = { identitySubject: subject, invitationHash: null, invitedUntil: null };
    return store.accounts.update(found.id, patch, {
      where: ({ identitySubject, isActive }) => identitySubject === null && isActive,
    });
  }
  // The first account is made at the machine, by whoever owns it.
  if (newRole === null || (await isOpen(workspace))) return null;
  const account = await store.accounts.create({
    username: email,
    usernameKey: usernameKey(email),
    role: newRole,
    identitySubject: subject,
    createdAt: clock().toISOString(),
  });
  feed.changed(["users"]);
  return account;
}
