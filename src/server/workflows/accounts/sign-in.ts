import type { SignIn } from "#shared/contract/session.ts";
import { hashPassword, isPassword } from "#server/authentication/passwords.ts";
import { AppError } from "#server/platform/errors.ts";
import { beginAttempt } from "#server/workflows/accounts/attempts.ts";
import { beginSession, type SignedIn } from "#server/workflows/accounts/begin-session.ts";
import type { Origin } from "#server/workflows/accounts/caller.ts";
import { browserKnownTo } from "#server/workflows/accounts/known-browser.ts";
import { takeSecondFactor } from "#server/workflows/accounts/second-factor.ts";
import { usernameKey } from "#server/workflows/accounts/username.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Signs somebody in with a password and, where it is on, a second factor. An unknown name, a wrong password, a shut
 * account and a wrong code are answered alike and after the same work: sign_in_failed (401). That a code is missing is
 * told only after the right password: code_needed (401). `knownBrowser` is what the browser was given when somebody
 * signed in there before; null without it. Rejects with too_many_attempts (429) and too_busy (503) too.
 */
export async function signIn(
  workspace: Workspace,
  given: SignIn,
  knownBrowser: string | null,
  origin: Origin,
): Promise<SignedIn> {
  const { store } = workspace;
  const browser = browserKnownTo(workspace, given.username, knownBrowser);
  const guesser = browser === null ? { name: given.username } : { browser };
  const attempt = await beginAttempt(workspace, { guesser, address: origin.address });
  const account = await store.accounts.byUsername(usernameKey(given.username));
  const { isRight, isOutdated } = await isPassword(given.password, account?.passwordHash ?? null);
  if (account === null || !isRight || !account.isActive) throw signInFailed();
  if (account.sealedSecondFactor !== null) {
    if (given.code === undefined || given.code === "") {
      await attempt.takenBack();
      throw new AppError("code_needed", 401, "Enter the code of your authenticator, or a recovery code.");
    }
    if (!(await takeSecondFactor(workspace, account, given.code))) throw signInFailed();
  }
  await attempt.succeeded();
  const signedIn = await beginSession(workspace, account, origin);
  if (isOutdated) {
    const passwordHash = await hashPassword(given.password);
    const isSame = (known: { passwordHash: string | null }): boolean => known.passwordHash === account.passwordHash;
    await store.accounts.update(account.id, { passwordHash }, { where: isSame });
  }
  return signedIn;
}

function signInFailed(): AppError {
  return new AppError("sign_in_failed", 401, "The name, the password or the code is not right.");
}
