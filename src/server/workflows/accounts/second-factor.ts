import type { RecoveryCodes, SecondFactorSetUp } from "#shared/contract/session.ts";
import {
  authenticatorUri,
  newAuthenticator,
  newRecoveryCodes,
  plainRecoveryCode,
  stepOfCode,
} from "#server/authentication/one-time-codes.ts";
import { secretHash } from "#server/authentication/secret.ts";
import { type AppError, conflict, invalid } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/store/account-types.ts";
import type { Caller, Origin } from "#server/workflows/accounts/caller.ts";
import { ownAccount, provePassword, requireAccount } from "#server/workflows/accounts/own-account.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What an authenticator's secret is sealed for. */
const SECOND_FACTOR = "second factor";

/** Begins to set up an authenticator; it counts once a code was confirmed. Throws second_factor_on and no_password (409). */
export async function beginSecondFactor(workspace: Workspace, caller: Caller | null): Promise<SecondFactorSetUp> {
  const { store, secrets } = workspace;
  const account = await ownAccount(workspace, requireAccount(caller));
  if (account.sealedSecondFactor !== null) throw isOn();
  if (account.passwordHash === null) {
    throw conflict(
      "no_password",
      "You have no password here, so the second factor is your identity provider's matter.",
    );
  }
  const secret = newAuthenticator();
  const begun = await store.accounts.update(
    account.id,
    { sealedNewSecondFactor: secrets.seal(secret, SECOND_FACTOR) },
    // Turned on by another browser meanwhile, only the password may replace it.
    { where: ({ sealedSecondFactor }) => sealedSecondFactor === null },
  );
  if (begun === null) throw isOn();
  return { secret, uri: authenticatorUri(secret, account.username) };
}

/**
 * Turns the second factor on and answers its recovery codes. Throws second_factor_not_begun and second_factor_on (409), and
 * `invalid` for a code that is not one of now.
 */
export async function confirmSecondFactor(
  workspace: Workspace,
  caller: Caller | null,
  code: string,
): Promise<RecoveryCodes> {
  const { store, secrets, clock, feed } = workspace;
  const { id, sealedNewSecondFactor: sealed } = await ownAccount(workspace, requireAccount(caller));
  if (sealed === null) throw conflict("second_factor_not_begun", "Begin to set up an authenticator first.");
  const step = stepOfCode(secrets.open(sealed, SECOND_FACTOR), code, clock());
  if (step === null) {
    throw invalid("code", "This is not the code that the authenticator shows now. Check that the clocks agree.");
  }
  const recoveryCodes = newRecoveryCodes();
  const recoveryHashes = recoveryCodes.map(hashOfRecoveryCode);
  if (!(await store.accounts.turnOnSecondFactor(id, { sealed, step, recoveryHashes }))) throw isOn();
  feed.changed(["session", "users"]);
  return { recoveryCodes };
}

/** Turns the second factor off, where the password is known. Throws what provePassword does. */
export async function removeSecondFactor(
  workspace: Workspace,
  caller: Caller | null,
  given: { password: string; origin: Origin },
): Promise<void> {
  const own = requireAccount(caller);
  const account = await ownAccount(workspace, own);
  await provePassword(workspace, own, account, { ...given, field: "password" });
  await workspace.store.accounts.update(account.id, { sealedSecondFactor: null, sealedNewSecondFactor: null });
  workspace.feed.changed(["session", "users"]);
}

/** Whether this is a code of the account's authenticator that was not used yet, or one of its recovery codes; it is used. */
export async function takeSecondFactor(workspace: Workspace, account: AccountRecord, code: string): Promise<boolean> {
  const { store, secrets, clock } = workspace;
  if (account.sealedSecondFactor === null) return false;
  const step = stepOfCode(secrets.open(account.sealedSecondFactor, SECOND_FACTOR), code, clock());
  if (step !== null) return store.accounts.useSecondFactorStep(account.id, step);
  return store.accounts.useRecoveryCode(account.id, hashOfRecoveryCode(code));
}

function isOn(): AppError {
  return conflict("second_factor_on", "The second factor is on already. Turn it off first to set up another one.");
}

function hashOfRecoveryCode(code: string): string {
  return secretHash(plainRecoveryCode(code));
}
