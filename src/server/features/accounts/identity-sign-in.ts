import type { Role } from "#shared/roles.ts";
import type { Identity } from "#server/features/accounts/credentials/identity-provider.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import { beginAttempt } from "#server/features/accounts/attempts.ts";
import { beginSession, type SignedIn } from "#server/features/accounts/begin-session.ts";
import type { Origin } from "#server/features/accounts/caller.ts";
import { createAccount } from "#server/features/accounts/create-account.ts";
import { isOpen } from "#server/features/accounts/identify.ts";
import { usernameKey } from "#shared/username-key.ts";
import type { Workspace } from "#server/workspace.ts";

/** Why createAccount refuses a name. */
const REFUSED_NAMES: ReadonlySet<string> = new Set(["invalid", "username_alike"]);

/**
 * Signs in the person that the identity provider vouches for via `prove`: the account linked to that identity, else the
 * one whose name is the verified email address, else a new one with `newRole` if the operator allows that. A failure
 * counts as a failed sign-in of the address. Throws identity_unknown (403) without an account, email_unverified and
 * username_refused (403), too_many_attempts (429), and as `prove` does.
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
    // An unresponsive provider doesn't count as a refusal.
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
      "No account matches the email address from your identity provider. Ask an owner to create one for you.",
    );
  }
  return beginSession(workspace, account, origin);
}

async function accountOfEmail(
  workspace: Workspace,
  { subject, email, isEmailVerified }: Identity,
  newRole: Role | null,
): Promise<AccountRecord | null> {
  const { store, feed } = workspace;
  if (!isEmailVerified || email === "") {
    throw new AppError(
      "email_unverified",
      403,
      "Your identity provider hasn't verified your email address. Verify it there, then try again.",
    );
  }
  // Usernames are compared leniently, across keyboards' spellings; an address that differs this much is another
  // mailbox.
  if (email.normalize("NFKC").trim() !== email) return null;
  const found = await store.accounts.byUsername(usernameKey(email));
  if (found !== null) {
    // The invitation has reached its recipient.
    const patch = { identitySubject: subject, invitationHash: null, invitedUntil: null };
    return store.accounts.update(found.id, patch, {
      where: ({ identitySubject, isActive }) => identitySubject === null && isActive,
    });
  }
  // The first account must be created at the machine, by its owner.
  if (newRole === null || (await isOpen(workspace))) return null;
  const account = await createAccount(workspace, { username: email, role: newRole, identitySubject: subject }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError) || !REFUSED_NAMES.has(error.id)) throw error;
      throw new AppError(
        "username_refused",
        403,
        "Your email address can't be a username here: it has invisible characters or looks like a colleague's. Ask an owner to create an account with another name.",
        { cause: error },
      );
    },
  );
  feed.changed(["users"]);
  return account;
}
