import { sql, type RawBuilder } from "kysely";
import { LIMITS } from "#shared/limits.ts";
import type { CallingAccount, SessionsAt, SessionStore, StoredSession } from "#server/store/account-types.ts";
import type { Engine } from "#server/store/engine.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all, first, run } from "#server/store/work.ts";

interface SessionRow {
  id: string | number;
  account_id: string | number;
  username: string;
  device: string;
  address: string;
  created_at: string;
  last_used: string;
  expires_at: string;
}

export interface CallerColumns {
  account_id: string | number;
  username: string;
  role: CallingAccount["role"];
  has_second_factor: number | boolean;
  has_password: number | boolean;
}

/** What a call needs of the account named `a`. */
export const CALLER_COLUMNS = sql.raw(
  "a.username, a.role, a.sealed_second_factor is not null as has_second_factor, a.password_hash is not null as has_password",
);

export function callingAccount(row: CallerColumns): CallingAccount {
  return {
    userId: String(row.account_id),
    username: row.username,
    role: row.role,
    hasSecondFactor: Boolean(row.has_second_factor),
    hasPassword: Boolean(row.has_password),
  };
}

/** Browsers that are signed in. */
export function sessionStore(engine: Engine): SessionStore {
  const joined = sql.raw("from sessions s join accounts a on a.id = s.account_id");
  const live = ({ now, idleSince }: SessionsAt): RawBuilder<unknown> =>
    sql`a.is_active and s.expires_at > ${now} and s.last_used > ${idleSince}`;

  return {
    create: async ({ secretHash, userId, device, address, createdAt, expiresAt }) => {
      const id = await engine.transact(function* () {
        const row = yield* first(sql<{ id: string | number }>`
          insert into sessions (secret_hash, account_id, device, address, created_at, last_used, expires_at)
          values (${secretHash}, ${userId}, ${device}, ${address}, ${createdAt}, ${createdAt}, ${expiresAt})
          returning id`);
        // A script that signs in for each call would leave no end of them.
        yield* run(sql`
          delete from sessions where account_id = ${userId} and id not in (
            select id from sessions where account_id = ${userId} order by id desc limit ${LIMITS.account.sessions})`);
        return row?.id;
      });
      return String(id);
    },

    async find(secretHash, at) {
      const row = await engine.run(() =>
        first(sql<SessionRow & CallerColumns>`
          select s.*, ${CALLER_COLUMNS} ${joined} where s.secret_hash = ${secretHash} and ${live(at)}`),
      );
      return row === null ? null : { ...sessionOf(row), ...callingAccount(row) };
    },

    async live(ids, at) {
      const wanted = engine.sql.isOneOf("s.id", ids);
      const rows = await engine.run(() =>
        all(sql<{ id: string | number }>`select s.id ${joined} where ${wanted} and ${live(at)}`),
      );
      return new Set(rows.map(({ id }) => String(id)));
    },

    touch: (id, { lastUsed, address }) =>
      engine.transact(
        () => run(sql`update sessions set last_used = ${lastUsed}, address = ${address} where id = ${id}`),
        { isPart: true },
      ),

    async list(userId, at) {
      const whose = userId === null ? sql`` : sql`and s.account_id = ${userId}`;
      const rows = await engine.run(() =>
        all(sql<SessionRow>`
          select s.*, a.username ${joined} where ${live(at)} ${whose} order by s.last_used desc, s.id desc`),
      );
      return rows.map(sessionOf);
    },

    async remove(id, userId) {
      if (!isRowId(id)) return false;
      const whose = userId === null ? sql`` : sql`and account_id = ${userId}`;
      return (
        (await engine.transact(() => first(sql`delete from sessions where id = ${id} ${whose} returning id`))) !== null
      );
    },

    renew: (id, secretHash) =>
      engine.transact(() => run(sql`update sessions set secret_hash = ${secretHash} where id = ${id}`)),

    forget: ({ now, idleSince, attemptsBefore }) =>
      engine.transact(function* () {
        yield* run(sql`delete from sign_in_attempts where since <= ${attemptsBefore}`);
        const gone = sql`delete from sessions where expires_at <= ${now} or last_used <= ${idleSince} returning id`;
        return (yield* all(gone)).length;
      }),
  };
}

function sessionOf(row: SessionRow): StoredSession {
  return {
    id: String(row.id),
    userId: String(row.account_id),
    username: row.username,
    device: row.device,
    address: row.address,
    createdAt: row.created_at,
    lastUsed: row.last_used,
    expiresAt: row.expires_at,
  };
}
