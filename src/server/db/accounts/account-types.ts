import type { McpTool } from "#shared/mcp-tools.ts";
import type { Role, TokenScope } from "#shared/roles.ts";

/** A stored account; every secret in it is hashed or sealed. */
export interface AccountRecord {
  id: string;
  /** As typed by the user. */
  username: string;
  /** The lookup key: names that differ only in case are the same. */
  usernameKey: string;
  role: Role;
  isActive: boolean;
  /** A PHC string; null until a password is set. */
  passwordHash: string | null;
  /** The authenticator's secret; null when two-factor authentication is off. */
  sealedSecondFactor: string | null;
  /** The secret of an authenticator being set up. */
  sealedNewSecondFactor: string | null;
  /** Issuer and subject at the identity provider; null before the first sign-in there. */
  identitySubject: string | null;
  invitationHash: string | null;
  invitedUntil: string | null;
  lastSignIn: string | null;
  createdAt: string;
}

export type NewAccount = Pick<AccountRecord, "username" | "usernameKey" | "role" | "createdAt"> &
  Partial<Pick<AccountRecord, "passwordHash" | "identitySubject" | "invitationHash" | "invitedUntil" | "lastSignIn">>;

export type AccountPatch = Partial<Omit<AccountRecord, "id" | "username" | "usernameKey" | "createdAt">>;

/** Which of the account's sessions a change ends: all, all but one, or none. */
export type SessionsEnd = "all" | "none" | { allBut: string };

/** Whether a change also deletes the account's API tokens. */
export type TokensEnd = "all" | "none";

/** Accounts. Creating, changing and removing accounts is serialized across all processes. */
export interface AccountStore {
  any(): Promise<boolean>;
  /** The hash of the link that creates the first account; null without one, and once an account exists. */
  firstOwnerHash(): Promise<string | null>;
  /** Replaces that link. */
  setFirstOwnerHash(hash: string): Promise<void>;
  /** In order of creation. */
  list(): Promise<AccountRecord[]>;
  get(id: string): Promise<AccountRecord | null>;
  byUsername(usernameKey: string): Promise<AccountRecord | null>;
  byInvitation(invitationHash: string): Promise<AccountRecord | null>;
  byIdentity(identitySubject: string): Promise<AccountRecord | null>;
  /**
   * Rejects with accounts_exist when `first` is set and accounts exist, with first_is_owner when the first account
   * isn't an owner, with username_taken, with username_alike when `isAlike` matches an existing name, and with
   * too_many_accounts.
   */
  create(
    account: NewAccount,
    options?: { first?: boolean; isAlike?: (username: string) => boolean },
  ): Promise<AccountRecord>;
  /**
   * Null when there is no such account, or when `where` is given and no longer holds. Rejects with last_owner if no
   * owner who can sign in would remain.
   */
  update(
    id: string,
    patch: AccountPatch,
    options?: { sessions?: SessionsEnd; tokens?: TokensEnd; where?: (account: AccountRecord) => boolean },
  ): Promise<AccountRecord | null>;
  /** Also deletes its sessions and tokens, and unassigns its leads. False when there is no such account. Rejects with last_owner. */
  remove(id: string): Promise<boolean>;
  /** Marks a time step (RFC 6238) as used. False when this step or a later one was used before. */
  useSecondFactorStep(id: string, step: number): Promise<boolean>;
  /**
   * Activates the authenticator being set up, marks the time step that confirmed it as used, and stores the hashed
   * recovery codes, all or nothing. False when two-factor authentication is already on, or another authenticator is
   * being set up.
   */
  turnOnSecondFactor(
    id: string,
    confirmed: { sealed: string; step: number; recoveryHashes: readonly string[] },
  ): Promise<boolean>;
  /** Consumes a recovery code. False when there is no such code. */
  useRecoveryCode(id: string, hash: string): Promise<boolean>;
}

/** The account behind a session or token, with what a call needs of it. */
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
  /** Absolute expiry, regardless of use. */
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

/** Sessions past their expiry, or idle since before `idleSince`, don't count. */
export interface SessionsAt {
  now: string;
  idleSince: string;
}

export interface SessionStore {
  create(session: NewSession): Promise<string>;
  /** Only for an account that may sign in. */
  find(secretHash: string, at: SessionsAt): Promise<(StoredSession & CallingAccount) | null>;
  /** Those of the sessions that are still valid. */
  live(ids: readonly string[], at: SessionsAt): Promise<Set<string>>;
  /** Records a use, without waiting for the disk. */
  touch(id: string, used: { lastUsed: string; address: string }): Promise<void>;
  /** Most recently used first; of one account, or of all. */
  list(userId: string | null, at: SessionsAt): Promise<StoredSession[]>;
  /** Ends a session of this account, or of any. False when there is no such session. */
  remove(id: string, userId: string | null): Promise<boolean>;
  /** Ends the session with this secret. False when there is none. */
  removeBySecret(secretHash: string): Promise<boolean>;
  /** Replaces a session's secret, which invalidates the previous one. */
  renew(id: string, secretHash: string): Promise<void>;
  /** Deletes expired sessions and older sign-in attempts; returns the number of sessions deleted. */
  forget(at: SessionsAt & { attemptsBefore: string }): Promise<number>;
}

export interface StoredToken {
  id: string;
  userId: string;
  username: string;
  name: string;
  scopes: TokenScope[];
  /** The MCP tools it's limited to; null for a token without that limit. */
  tools: McpTool[] | null;
  prefix: string;
  createdAt: string;
  lastUsed: string | null;
  expiresAt: string | null;
}

export type NewToken = Omit<StoredToken, "id" | "username" | "lastUsed"> & { secretHash: string };

export interface TokenStore {
  /**
   * Creates a token for the session's user. Rejects with too_many_tokens, and with account_changed when the session has
   * ended.
   */
  create(token: NewToken, sessionId: string): Promise<StoredToken>;
  /** Only unexpired tokens of an account that may sign in. */
  find(secretHash: string, now: string): Promise<(StoredToken & CallingAccount) | null>;
  /** Those of the tokens that are still valid. */
  live(ids: readonly string[], now: string): Promise<Set<string>>;
  touch(id: string, lastUsed: string): Promise<void>;
  /** By account name, oldest first; of one account, or of all. */
  list(userId: string | null): Promise<StoredToken[]>;
  rename(id: string, userId: string, name: string): Promise<StoredToken | null>;
  /** Deletes a token of this account, or of any. False when there is no such token. */
  remove(id: string, userId: string | null): Promise<boolean>;
}

export interface SignInAttempts {
  attempts: number;
  since: string;
}

/** Sign-in attempts per time window, counted across all processes. */
export interface SignInAttemptStore {
  /** Counts one more attempt and returns the total; a window that began at `before` or earlier restarts. */
  add(key: string, at: { now: string; before: string }): Promise<SignInAttempts>;
  /** Uncounts one attempt that turned out not to have failed. */
  takeBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}
