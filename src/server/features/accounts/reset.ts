import type { AccountPatch } from "#server/db/accounts/accounts.ts";

/** All of an account's own credentials, cleared; sessions and API tokens are separate rows. */
export const NOBODY_GETS_IN = {
  passwordHash: null,
  sealedSecondFactor: null,
  sealedNewSecondFactor: null,
  identitySubject: null,
  invitationHash: null,
  invitedUntil: null,
} as const satisfies AccountPatch;
