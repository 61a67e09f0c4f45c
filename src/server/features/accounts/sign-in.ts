import type { SignIn } from "#shared/contract/session.ts";
import { hashPassword, isPassword } from "#server/features/accounts/credentials/passwords.ts";
import { AppError } from "#server/platform/errors.ts";
import { beginAttempt } from "#server/features/accounts/attempts.ts";
import { beginSession, type SignedIn } from "#server/features/accounts/begin-session.ts";
import type { Origin } from "#server/features/accounts/caller.ts";
import { browserKnownTo } from "#server/features/accounts/known-browser.ts";
import { takeSecondFactor } from "#server/features/accounts/second-factor.ts";
import { usernameKey } from "#shared/username-key.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Signs in with a password and, if enabled, a second factor. An unknown name, a wrong password, a deactivated account
 * and a wrong code get the same answer after the same work: sign_in_failed (401). A missing code is reported only after
 * the right password: code_needed (401). `knownBrowser` is the device value from an earlier sign-in; null without one.
 * Also rejects with too_many_attempts (429) and too_busy (503).
 */
export async function signIn(
  workspace: Workspace,
  given: SignIn,
  knownBrowser: string | null,
  origin: Origin,
): Promise<SignedIn> {
  const { store, passwordCost } = workspace;
  const browser = browserKnownTo(workspace, given.username, knownBrowser);
  const guesser = browser === null ? { name: given.username } : { browser };
  const attempt = await beginAttempt(workspace, { guesser, address: origin.address });
  const account = await store.accounts.byUsername(usernameKey(given.username));
  const { isRight, isOutdated } = await isPassword(given.password, account?.passwordHash ?? null, passwordCost);
  if (account === null || !isRight || !account.isActive) throw signInFailed(given);
  if (account.sealedSecondFactor !== null) {
    if (given.code === undefined || given.code === "") {
      await attempt.takenBack();
      throw new AppError("code_needed", 401, "Enter a code from your authenticator, or a recovery code.");
    }
    if (!(await takeSecondFactor(workspace, account, given.code))) throw signInFailed(given);
  }
  await attempt.succeeded();
  const signedIn = await beginSession(workspace, account, origin);
  if (isOutdated) {
    const passwordHash = await hashPassword(given.password, passwordCost);
    const isSame = (known: { passwordHash: string | null }): boolean => known.passwordHash === account.passwordHash;
    await store.accounts.update(account.id, { passwordHash }, { where: isSame });
  }
  return signedIn;
}

/** The same for every cause: the words depend only on what was sent. */
function signInFailed({ code = "" }: SignIn): AppError {
  return new AppError(
    "sign_in_failed",
    401,
    code === ""
      ? "Wrong username or password, or a deactivated account. Check both, or ask an owner of your team."
      : "Wrong code, username or password. Try the newest code, or a recovery code.",
  );
}
