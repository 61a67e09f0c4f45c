import type { Role, TokenScope } from "#shared/roles.ts";

/** An account as it is kept; everything secret in it is hashed or sealed. */
export interface AccountRecord {
  id: string;
  /** As it was typed. */
  username: string;
  /** By which it is found: names that differ by case alone are one. */
  usernameKey: string;
  role: Role;
  isActive: boolean;
  /** A PHC string; null while there is no password. */
  passwordHash: string | null;
  /** The authenticator's secret; null when the second factor is off. */
  sealedSecondFactor: string | null;
  /** One that is being set up. */
  sealedNewSecondFactor: string | null;
  /** Who this is to the identity provider: issuer and subject; null before the first sign-in there. */
  identitySubject: string | null;
  invitationHash: string | null;
  invitedUntil: string | null;
  lastSignIn: string | null;
  createdAt: string;
}

export type NewAccount = Pick<AccountRecord, "username" | "usernameKey" | "role" | "createdAt"> &
  Partial<Pick<AccountRecord, "passwordHash" | "identitySubject" | "invitationHash" | "invitedUntil" | "lastSignIn">>;

export type AccountPatch = Partial<Omit<AccountRecord, "id" | "username" | "usernameKey" | "createdAt">>;

/** Which sessions of an account end with a change of it: all, all but one, or none. */
export type SessionsEnd = "all" | "none" | { allBut: string };

/** Whether its API tokens go with a change of it. */
export type TokensEnd = "all" | "none";

/** Accounts. Every change of who there is waits for the one before it, in any process. */
export interface AccountStore {
  /** Whether there is any account. */
  any(): Promise<boolean>;
  /** In the order they were made. */
  list(): Promise<AccountRecord[]>;
  get(id: string): Promise<AccountRecord | null>;
  byUsername(usernameKey: string): Promise<AccountRecord | null>;
  byInvitation(invitationHash: string): Promise<AccountRecord | null>;
  byIdentity(identitySubject: string): Promise<AccountRecord | null>;
  /**
   * Rejects with accounts_exist when it was to be the `first` and is not, with first_is_owner when it is the first and no
   * owner, and with username_taken and too_many_accounts.
   */
  create(account: NewAccount, options?: { first?: boolean }): Promise<AccountRecord>;
  /**
   * Null when there is no such account, or `where` is given and no longer holds. Rejects with last_owner when nobody who
   * can sign in would manage any more.
   */
  update(
    id: string,
    patch: AccountPatch,
    options?: { sessions?: SessionsEnd; tokens?: TokensEnd; where?: (account: AccountRecord) => boolean },
  ): Promise<AccountRecord | null>;
  /** With its sessions and tokens. False when there is no such account. Rejects with last_owner. */
  remove(id: string): Promise<boolean>;
  /** Whether the code of this time step (RFC 6238) had not been used, nor one after it; from now on it is. */
  useSecondFactorStep(id: string, step: number): Promise<boolean>;
  /**
   * Puts in force the authenticator that is being set up, uses up the time step that confirmed it, and keeps the hashes of
   * its recovery codes: all of it or nothing. False when the factor is on already, or another one is being set up.
   */
  turnOnSecondFactor(
    id: string,
    confirmed: { sealed: string; step: number; recoveryHashes: readonly string[] },
  ): Promise<boolean>;
  /** Whether there was such a code; it is gone. */
  useRecoveryCode(id: string, hash: string): Promise<boolean>;
}

/** The account that a session or a token stands for, as far as a call needs it. */
export interface CallingAccount {
  userId: string;
  username: string;
  role: Role;
  hasSecondFactor: boolean;
  hasPassword: boolean;
}

export interface StoredSession {
  id: string;
  userId: string;
  username: string;
  device: string;
  address: string;
  createdAt: string;
  lastUsed: string;
  /** In any case, however much it is used. */
  expiresAt: string;
}

export interface NewSession {
  secretHash: string;
  userId: string;
  device: string;
  address: string;
  createdAt: string;
  expiresAt: string;
}

/** What is over by the clock and what lay idle since before `idleSince` is none. */
export interface SessionsAt {
  now: string;
  idleSince: string;
}

export interface SessionStore {
  create(session: NewSession): Promise<string>;
  /** Of an account that may sign in. */
  find(secretHash: string, at: SessionsAt): Promise<(StoredSession & CallingAccount) | null>;
  /** Those of the sessions that still let somebody in. */
  live(ids: readonly string[], at: SessionsAt): Promise<Set<string>>;
  /** Notes a use, without waiting for the disk. */
  touch(id: string, used: { lastUsed: string; address: string }): Promise<void>;
  /** Newest use first; of one account, or of all. */
  list(userId: string | null, at: SessionsAt): Promise<StoredSession[]>;
  /** Ends one: of this account, or of any. False when there is no such session. */
  remove(id: string, userId: string | null): Promise<boolean>;
  /** Gives a session another secret, so that the one before lets in no more. */
  renew(id: string, secretHash: string): Promise<void>;
  /** Removes those that are over, and attempts to sign in from before; answers how many sessions there were. */
  forget(at: SessionsAt & { attemptsBefore: string }): Promise<number>;
}

export interface StoredToken {
  id: string;
  userId: string;
  username: string;
  name: string;
  scopes: TokenScope[];
  prefix: string;
  createdAt: string;
  lastUsed: string | null;
  expiresAt: string | null;
}

export type NewToken = Omit<StoredToken, "id" | "username" | "lastUsed"> & { secretHash: string };

export interface TokenStore {
  /** Of whoever is signed in by this session. Rejects with too_many_tokens, and account_changed when it has ended. */
  create(token: NewToken, sessionId: string): Promise<StoredToken>;
  /** Of an account that may sign in, and not over. */
  find(secretHash: string, now: string): Promise<(StoredToken & CallingAccount) | null>;
  /** Those of the tokens that still let something in. */
  live(ids: readonly string[], now: string): Promise<Set<string>>;
  touch(id: string, lastUsed: string): Promise<void>;
  /** By the name of the account, oldest first; of one account, or of all. */
  list(userId: string | null): Promise<StoredToken[]>;
  rename(id: string, userId: string, name: string): Promise<StoredToken | null>;
  /** Deletes one: of this account, or of any. False when there is no such token. */
  remove(id: string, userId: string | null): Promise<boolean>;
}

export interface SignInAttempts {
  attempts: number;
  since: string;
}

/** Attempts to sign in within a span of time, counted for all processes. */
export interface SignInAttemptStore {
  /** Counts one more and answers how many there are; a span that began at `before` or earlier begins anew. */
  add(key: string, at: { now: string; before: string }): Promise<SignInAttempts>;
  /** Takes one back, because it was none that failed. */
  takeBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}
