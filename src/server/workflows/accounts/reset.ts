import type { AccountPatch } from "#server/store/account-types.ts";

/** An account's own ways in, all closed; sessions and API tokens are rows beside it. */
export const NOBODY_GETS_IN = {
  passwordHash: null,
  sealedSecondFactor: null,
  sealedNewSecondFactor: null,
  identitySubject: null,
  invitationHash: null,
  invitedUntil: null,
} as const satisfies AccountPatch;
