import { LIMITS } from "#shared/limits.ts";
import type { McpTool } from "#shared/mcp-tools.ts";
import type { TokenScope } from "#shared/roles.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import {
  CALLER_COLUMNS,
  type CallerColumns,
  callingAccount,
  type CallingAccount,
} from "#server/db/accounts/sessions.ts";
import { all, allIds, countRows, exists, first, firstId, isRowId, run, sql } from "#server/db/engine/sql.ts";
import { type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";

export type NewToken = Omit<StoredToken, "id" | "username" | "lastUsed"> & { secretHash: string };

export const API_TOKENS: Table = {
  name: "api_tokens",
  backup: { rows: "none" },
  people: { none: "team members" },
};

/** API tokens, with which programs sign in. */
export function tokenStore(engine: Engine) {
  const joined = sql.raw("from api_tokens t join accounts a on a.id = t.account_id");
  const get = async (id: string, userId: string): Promise<StoredToken | null> => {
    if (!isRowId(id)) return null;
    const found = sql<StoredRow>`select t.*, a.username ${joined} where t.id = ${id} and t.account_id = ${userId}`;
    const row = await engine.run(() => first(found));
    return row === null ? null : CODEC.toRecord(row);
  };

  return {
    /**
     * Creates a token for the session's user. Rejects with too_many_tokens, and with account_changed when the session has
     * ended.
     */
    async create(
      { secretHash, userId, name, scopes, tools, prefix, createdAt, expiresAt }: NewToken,
      sessionId: string,
    ): Promise<StoredToken> {
      const id = await engine.transact(function* () {
        // Waits for a concurrent creation, so that two can't both take the last slot, and for a password reset.
        yield* first(sql`select id from accounts where id = ${userId} ${engine.sql.forUpdate}`);
        const session = yield* first(sql`select id from sessions where id = ${sessionId} and account_id = ${userId}`);
        if (session === null) throw new AppError("account_changed", 401, "You were signed out. Sign in again.");
        const count = yield* countRows(sql`from api_tokens where account_id = ${userId}`);
        if (count >= LIMITS.account.tokensPerUser) {
          throw conflict(
            "too_many_tokens",
            `You can have up to ${LIMITS.account.tokensPerUser} tokens. Delete an unused one first.`,
          );
        }
        return yield* firstId(sql`
          insert into api_tokens (secret_hash, account_id, name, scopes, tools, prefix, created_at, expires_at)
          values (${secretHash}, ${userId}, ${name}, ${JSON.stringify(scopes)},
            ${tools === null ? null : JSON.stringify(tools)}, ${prefix}, ${createdAt}, ${expiresAt})
          returning id`);
      });
      const made = id === null ? null : await get(id, userId);
      if (made === null) throw conflict("account_gone", "The account was deleted.");
      return made;
    },

    /** Only unexpired tokens of an account that may sign in. */
    async find(secretHash: string, now: string): Promise<(StoredToken & CallingAccount) | null> {
      const row = await engine.run(() =>
        first(sql<StoredRow & CallerColumns>`
          select t.*, ${CALLER_COLUMNS} ${joined}
          where t.secret_hash = ${secretHash} and a.is_active and (t.expires_at is null or t.expires_at > ${now})`),
      );
      return row === null ? null : { ...CODEC.toRecord(row), ...callingAccount(row) };
    },

    /** Those of the tokens that are still valid. */
    async live(ids: readonly string[], now: string): Promise<Set<string>> {
      const wanted = engine.sql.isOneOf("t.id", ids);
      const valid = sql`
        select t.id ${joined} where ${wanted} and a.is_active and (t.expires_at is null or t.expires_at > ${now})`;
      return new Set(await engine.run(() => allIds(valid)));
    },

    touch: (id: string, lastUsed: string) =>
      engine.transact(() => run(sql`update api_tokens set last_used = ${lastUsed} where id = ${id}`), { isPart: true }),

    /** By account name, oldest first; of one account, or of all. */
    async list(userId: string | null): Promise<StoredToken[]> {
      const whose = userId === null ? sql`` : sql`where t.account_id = ${userId}`;
      const rows = await engine.run(() =>
        all(sql<StoredRow>`select t.*, a.username ${joined} ${whose} order by a.username_key, t.id`),
      );
      return rows.map(CODEC.toRecord);
    },

    async rename(id: string, userId: string, name: string): Promise<StoredToken | null> {
      if (!isRowId(id)) return null;
      await engine.transact(() =>
        run(sql`update api_tokens set name = ${name} where id = ${id} and account_id = ${userId}`),
      );
      return get(id, userId);
    },

    /** Deletes a token of this account, or of any. False when there is no such token. */
    async remove(id: string, userId: string | null): Promise<boolean> {
      if (!isRowId(id)) return false;
      const whose = userId === null ? sql`` : sql`and account_id = ${userId}`;
      return engine.transact(() => exists(sql`delete from api_tokens where id = ${id} ${whose} returning id`));
    },
  };
}

const CODEC = rowCodec({
  id: stored.id(),
  userId: stored.id("account_id"),
  username: stored.plain<string>(),
  name: stored.plain<string>(),
  scopes: stored.json<TokenScope[]>(),
  /** The MCP tools it's limited to; null for a token without that limit. */
  tools: stored.json<McpTool[] | null>(),
  prefix: stored.plain<string>(),
  createdAt: stored.plain<string>(),
  lastUsed: stored.plain<string | null>(),
  expiresAt: stored.plain<string | null>(),
});

export type StoredToken = RecordOf<typeof CODEC>;
