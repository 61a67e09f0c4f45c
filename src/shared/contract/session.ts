import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { Role, TokenScope } from "#shared/contract/permission.ts";
import { NewPassword, SecondFactorCode, Username } from "#shared/contract/user.ts";
import { LIMITS } from "#shared/limits.ts";

const { password, usernameLength, tokenNameLength } = LIMITS.account;

export const SignIn = z.object({
  username: z.string().max(usernameLength),
  password: z.string().max(password.max),
  code: SecondFactorCode.optional(),
});
export type SignIn = z.infer<typeof SignIn>;

/**
 * Who the caller is. `state`: `open` while nobody has an account and the caller is at this machine, `signed-out`,
 * `signed-in`. `user` is null while open or signed out; then `role` is owner or null.
 */
export const Session = z.object({
  state: z.enum(["open", "signed-out", "signed-in"]),
  user: z.object({ id: Id, username: z.string(), hasSecondFactor: z.boolean(), hasPassword: z.boolean() }).nullable(),
  role: Role.nullable(),
  /** The name of the identity provider that one may sign in with; null when the operator named none. */
  identityProvider: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

/** The first account, made while there is none by the person at the machine. */
export const FirstOwner = z.object({ username: Username, password: NewPassword });
export type FirstOwner = z.infer<typeof FirstOwner>;

/** One browser that is signed in. `address` is where it last came from. */
export const SessionRecord = z.object({
  id: Id,
  userId: Id,
  username: z.string(),
  isCurrent: z.boolean(),
  /** In people's words: "Firefox on Windows". */
  device: z.string(),
  address: z.string(),
  createdAt: Timestamp,
  lastUsed: Timestamp,
  expiresAt: Timestamp,
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/** Whose sessions or tokens: one's own, or with `all` everybody's, for owners. */
export const WhoseQuery = z.object({ all: z.stringbool().optional() });

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(TokenScope),
  userId: Id,
  username: z.string(),
  /** The first characters, to know it again. */
  prefix: z.string(),
  createdAt: Timestamp,
  lastUsed: Timestamp.nullable(),
  expiresAt: Timestamp.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewApiToken = z.object({
  name: z.string().trim().min(1, "A name is needed").max(tokenNameLength),
  scopes: z.array(TokenScope).min(1, "Choose what it may do").max(TokenScope.options.length),
  /** Null: until it is deleted. */
  days: z.int().min(1).max(LIMITS.account.tokenDays).nullable().optional(),
});
export type NewApiToken = z.infer<typeof NewApiToken>;

/** With one's password, where one has one: a token outlives the browser it was made in. */
export const TokenRequest = NewApiToken.extend({ password: z.string().max(password.max).optional() });
export type TokenRequest = z.infer<typeof TokenRequest>;

/** Its name alone can be changed. */
export const ApiTokenUpdate = NewApiToken.pick({ name: true }).partial();

/** `token` is shown this once and kept as a hash. */
export const CreatedApiToken = ApiToken.extend({ token: z.string() });
export type CreatedApiToken = z.infer<typeof CreatedApiToken>;

/** An authenticator being set up: RFC 6238, SHA-1, 6 digits, 30 s. In force once a code has been confirmed. */
export const SecondFactorSetUp = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSetUp = z.infer<typeof SecondFactorSetUp>;

export const SecondFactorConfirmation = z.object({ code: SecondFactorCode });
/** Each signs in once in the authenticator's place; shown this once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** The password is asked again, so that an unwatched browser cannot take the factor off. */
export const SecondFactorRemoval = z.object({ password: z.string().max(password.max) });
