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

export interface SignInAttempts {
  attempts: number;
  since: string;
}
