import type { ApiToken, CreatedApiToken, TokenRequest } from "#shared/contract/session.ts";
import { roleMayGrant } from "#shared/roles.ts";
import { newSecret, secretHash } from "#server/features/accounts/credentials/secret.ts";
import { AppError, invalid, notFound } from "#server/platform/errors.ts";
import type { StoredToken } from "#server/db/accounts/api-tokens.ts";
import type { Caller, Origin } from "#server/features/accounts/caller.ts";
import {
  endableOf,
  listedOf,
  ownAccount,
  provePassword,
  requireAccount,
} from "#server/features/accounts/own-account.ts";
import { daysFrom } from "#server/features/accounts/session-times.ts";
import type { Workspace } from "#server/workspace.ts";

/** The prefix by which people and secret scanners recognize a token. */
const PREFIX = "wnw_";
const SHOWN_CHARACTERS = 12;

/** API tokens by owner, oldest first: one's own, or everybody's. Throws as `listedOf`. */
export async function listTokens({ store }: Workspace, caller: Caller | null, all: boolean): Promise<ApiToken[]> {
  return caller?.kind === "session" ? (await store.tokens.list(listedOf(caller, all))).map(publicToken) : [];
}

/**
 * Creates an API token; its text is returned only here and stored as a hash. Throws scope_not_allowed (403) if the
 * caller's role doesn't allow the scope, too_many_tokens and no_account (409), and what provePassword does if there is
 * a password.
 */
export async function makeToken(
  workspace: Workspace,
  caller: Caller | null,
  { name, scopes, tools, days, password }: TokenRequest,
  origin: Origin,
): Promise<CreatedApiToken> {
  const { store, clock, feed } = workspace;
  const own = requireAccount(caller);
  const { account, session } = own;
  const beyond = scopes.find((scope) => !roleMayGrant(account.role, scope));
  if (beyond !== undefined) {
    throw new AppError("scope_not_allowed", 403, `Your role doesn't allow “${beyond}”, so your tokens can't either.`);
  }
  const known = await ownAccount(workspace, own);
  if (known.passwordHash !== null) {
    if (password === undefined || password === "") throw invalid("password", "Enter your password.");
    await provePassword(workspace, own, known, { password, field: "password", origin });
  }
  const now = clock();
  const token = `${PREFIX}${newSecret()}`;
  const made = {
    secretHash: secretHash(token),
    userId: account.userId,
    name,
    scopes: [...new Set(scopes)],
    tools: tools == null ? null : [...new Set(tools)],
    prefix: token.slice(0, SHOWN_CHARACTERS),
    createdAt: now.toISOString(),
    expiresAt: days == null ? null : daysFrom(now, days),
  };
  const kept = await store.tokens.create(made, session.id);
  feed.changed(["tokens"]);
  return { ...publicToken(kept), token };
}

/** Renames one of the caller's tokens. Throws not_found. */
export async function renameToken(
  { store, feed }: Workspace,
  caller: Caller | null,
  id: string,
  name: string | undefined,
): Promise<ApiToken> {
  if (caller?.kind !== "session") throw notFound("API token");
  const { userId } = caller.account;
  const kept =
    name === undefined
      ? (await store.tokens.list(userId)).find((token) => token.id === id)
      : await store.tokens.rename(id, userId, name);
  if (kept == null) throw notFound("API token");
  feed.changed(["tokens"]);
  return publicToken(kept);
}

/** Deletes one of the caller's tokens, or anyone's for owners; it stops working immediately. Throws not_found. */
export async function removeToken({ store, feed }: Workspace, caller: Caller | null, id: string): Promise<void> {
  const isGone = caller?.kind === "session" && (await store.tokens.remove(id, endableOf(caller)));
  if (!isGone) throw notFound("API token");
  feed.changed(["tokens", "session"]);
}

function publicToken(token: StoredToken): ApiToken {
  const { id, name, scopes, tools, userId, username, prefix, createdAt, lastUsed, expiresAt } = token;
  return { id, name, scopes, tools, userId, username, prefix, createdAt, lastUsed, expiresAt };
}
