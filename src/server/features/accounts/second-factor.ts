import type { RecoveryCodes, SecondFactorSetUp } from "#shared/contract/session.ts";
import {
  authenticatorUri,
  newAuthenticator,
  newRecoveryCodes,
  plainRecoveryCode,
  stepOfCode,
} from "#server/features/accounts/credentials/one-time-codes.ts";
import { secretHash } from "#server/features/accounts/credentials/secret.ts";
import { type AppError, conflict, invalid } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import type { Caller, Origin } from "#server/features/accounts/caller.ts";
import { ownAccount, provePassword, requireAccount } from "#server/features/accounts/own-account.ts";
import type { Workspace } from "#server/workspace.ts";

/** The purpose an authenticator's secret is sealed for. */
export const SECOND_FACTOR = "second factor";

/**
 * Starts setting up an authenticator after checking the password; it takes effect once a code is confirmed. Throws
 * second_factor_on and no_password (409), and as provePassword does.
 */
export async function beginSecondFactor(
  workspace: Workspace,
  caller: Caller | null,
  given: { password: string; origin: Origin },
): Promise<SecondFactorSetUp> {
  const { store, secrets } = workspace;
  const own = requireAccount(caller);
  const account = await ownAccount(workspace, own);
  if (account.sealedSecondFactor !== null) throw isOn();
  if (account.passwordHash === null) {
    throw conflict("no_password", "You sign in with your identity provider. Set up two-factor authentication there.");
  }
  await provePassword(workspace, own, account, { ...given, field: "password" });
  const secret = newAuthenticator();
  const begun = await store.accounts.update(
    account.id,
    { sealedNewSecondFactor: secrets.seal(secret, SECOND_FACTOR) },
    // Not if the password changed since it was checked.
    {
      where: ({ sealedSecondFactor, passwordHash }) =>
        sealedSecondFactor === null && passwordHash === account.passwordHash,
    },
  );
  if (begun === null) throw isOn();
  return { secret, uri: authenticatorUri(secret, account.username) };
}

/**
 * Turns the second factor on and returns its recovery codes. Throws second_factor_not_begun and second_factor_on (409),
 * and `invalid` for a code that isn't current.
 */
export async function confirmSecondFactor(
  workspace: Workspace,
  caller: Caller | null,
  code: string,
): Promise<RecoveryCodes> {
  const { store, secrets, clock, feed } = workspace;
  const { id, sealedNewSecondFactor: sealed } = await ownAccount(workspace, requireAccount(caller));
  if (sealed === null) throw conflict("second_factor_not_begun", "Start authenticator setup first.");
  const step = stepOfCode(secrets.open(sealed, SECOND_FACTOR), code, clock());
  if (step === null) {
    throw invalid("code", "Wrong code. Enter the current code, and check your device's clock.");
  }
  const recoveryCodes = newRecoveryCodes();
  const recoveryHashes = recoveryCodes.map(hashOfRecoveryCode);
  if (!(await store.accounts.turnOnSecondFactor(id, { sealed, step, recoveryHashes }))) throw isOn();
  feed.changed(["session", "users"]);
  return { recoveryCodes };
}

/** Turns the second factor off after checking the password. Throws as provePassword does. */
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

/** Whether this is an unused code of the account's authenticator or one of its recovery codes; uses it up. */
export async function takeSecondFactor(workspace: Workspace, account: AccountRecord, code: string): Promise<boolean> {
  const { store, secrets, clock } = workspace;
  if (account.sealedSecondFactor === null) return false;
  const step = stepOfCode(secrets.open(account.sealedSecondFactor, SECOND_FACTOR), code, clock());
  if (step !== null) return store.accounts.useSecondFactorStep(account.id, step);
  return store.accounts.useRecoveryCode(account.id, hashOfRecoveryCode(code));
}

function isOn(): AppError {
  return conflict(
    "second_factor_on",
    "Two-factor authentication is already on. Turn it off to set up another authenticator.",
  );
}

function hashOfRecoveryCode(code: string): string {
  return secretHash(plainRecoveryCode(code));
}
