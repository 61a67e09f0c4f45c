import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { Role, TokenScope } from "#shared/contract/permission.ts";
import { NewPassword, SecondFactorCode, Username } from "#shared/contract/user.ts";
import { MCP_TOOL_NAMES } from "#shared/mcp-tools.ts";
import { LIMITS } from "#shared/limits.ts";

const { password, usernameLength, tokenNameLength } = LIMITS.account;

export const SignIn = z.object({
  username: z.string().max(usernameLength),
  password: z.string().max(password.max),
  code: SecondFactorCode.optional(),
});
export type SignIn = z.infer<typeof SignIn>;

/**
 * Who the caller is. `state`: `open` if no account exists and the caller is on this machine, `signed-out`, `signed-in`.
 * `user` is null while open or signed out; `role` is then owner or null.
 */
export const Session = z.object({
  state: z.enum(["open", "signed-out", "signed-in"]),
  user: z.object({ id: Id, username: z.string(), hasSecondFactor: z.boolean(), hasPassword: z.boolean() }).nullable(),
  role: Role.nullable(),
  /** Whether the account sees only its own and unassigned leads. */
  seesOnlyOwn: z.boolean(),
  /** False until the first account is created. */
  hasAccounts: z.boolean(),
  /** Name of the identity provider for signing in; null if not configured. */
  identityProvider: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

/**
 * The first account. `token` is the secret of the link that a server prints if others can reach it; the person at the
 * machine needs none otherwise.
 */
export const FirstOwner = z.object({
  username: Username,
  password: NewPassword,
  token: z.string().max(200).optional(),
});
export type FirstOwner = z.infer<typeof FirstOwner>;

/** A signed-in browser. `address` is its last IP address. */
export const SessionRecord = z.object({
  id: Id,
  userId: Id,
  username: z.string(),
  isCurrent: z.boolean(),
  /** Readable name: "Firefox on Windows". */
  device: z.string(),
  address: z.string(),
  createdAt: Timestamp,
  lastUsed: Timestamp,
  expiresAt: Timestamp,
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/** The user's own sessions or tokens, or with `all` everyone's, for owners. */
export const WhoseQuery = z.object({ all: z.stringbool().optional() });

const McpTool = z.enum(MCP_TOOL_NAMES);

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(TokenScope),
  /** The MCP tools it's limited to: it then works only at /mcp. Null without that limit. */
  tools: z.array(McpTool).nullable(),
  userId: Id,
  username: z.string(),
  /** The first characters, for recognition. */
  prefix: z.string(),
  createdAt: Timestamp,
  lastUsed: Timestamp.nullable(),
  expiresAt: Timestamp.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewApiToken = z.object({
  name: z.string().trim().min(1, "Name is required").max(tokenNameLength),
  scopes: z.array(TokenScope).min(1, "Choose at least one permission").max(TokenScope.options.length),
  /** Null or absent: no limit. */
  tools: z.array(McpTool).min(1, "Choose at least one tool").max(MCP_TOOL_NAMES.length).nullable().optional(),
  /** Null: never expires. */
  days: z.int().min(1).max(LIMITS.account.tokenDays).nullable().optional(),
});
export type NewApiToken = z.infer<typeof NewApiToken>;

/** Requires the user's password, if any: a token outlives the browser session. */
export const TokenRequest = NewApiToken.extend({ password: z.string().max(password.max).optional() });
export type TokenRequest = z.infer<typeof TokenRequest>;

/** Only the name can change. */
export const ApiTokenUpdate = NewApiToken.pick({ name: true }).partial();

/** `token` is returned once and stored as a hash. */
export const CreatedApiToken = ApiToken.extend({ token: z.string() });
export type CreatedApiToken = z.infer<typeof CreatedApiToken>;

/** Requires the password again, so that an unattended browser can't change two-factor settings. */
export const SecondFactorProof = z.object({ password: z.string().max(password.max) });

/** An authenticator being set up (RFC 6238, SHA-1, 6 digits, 30 s). Active once a code is confirmed. */
export const SecondFactorSetUp = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSetUp = z.infer<typeof SecondFactorSetUp>;

export const SecondFactorConfirmation = z.object({ code: SecondFactorCode });
/** Each replaces the authenticator for one sign-in; returned once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
