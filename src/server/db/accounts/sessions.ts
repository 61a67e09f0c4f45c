import { LIMITS } from "#shared/limits.ts";
import type { Role } from "#shared/roles.ts";
import { latestPresent } from "#server/platform/clock.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { all, allIds, exists, first, firstId, isRowId, run, sql, type Sql } from "#server/db/engine/sql.ts";
import { rowCodec, stored, type RecordOf, type StoredRow, type Table } from "#server/db/engine/table.ts";

/** The account behind a session or token, with what a call needs of it. */
export interface CallingAccount {
  userId: string;
  username: string;
  role: Role;
  hasSecondFactor: boolean;
  hasPassword: boolean;
}

export type NewSession = Omit<StoredSession, "id" | "username" | "lastUsed"> & { secretHash: string };

/** Sessions past their expiry, or idle since before `idleSince`, don't count. */
export interface SessionsAt {
  now: string;
  idleSince: string;
}

export const SESSIONS: Table = {
  name: "sessions",
  backup: { skip: "a restore signs everyone out, so ended sessions don't come back" },
  people: { none: "team members" },
};

export interface CallerColumns {
  account_id: string | number;
  username: string;
  role: CallingAccount["role"];
  has_second_factor: number | boolean;
  has_password: number | boolean;
}

/** The columns a call needs of the account in table `a`. */
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

/** Sessions of signed-in browsers. */
export function sessionStore(engine: Engine) {
  const joined = sql.raw("from sessions s join accounts a on a.id = s.account_id");
  const live = ({ now, idleSince }: SessionsAt): Sql =>
    sql`a.is_active and s.expires_at > ${now} and s.last_used > ${idleSince}`;

  return {
    create: ({ secretHash, userId, device, address, createdAt, expiresAt }: NewSession) =>
      engine.transact(function* () {
        const id = yield* firstId(sql`
          insert into sessions (secret_hash, account_id, device, address, created_at, last_used, expires_at)
          values (${secretHash}, ${userId}, ${device}, ${address}, ${createdAt}, ${createdAt}, ${expiresAt})
          returning id`);
        // Caps the sessions of a script that signs in for every call.
        yield* run(sql`
          delete from sessions where account_id = ${userId} and id not in (
            select id from sessions where account_id = ${userId} order by id desc limit ${LIMITS.account.sessions})`);
        return String(id);
      }),

    /** Only for an account that may sign in. */
    async find(secretHash: string, at: SessionsAt): Promise<(StoredSession & CallingAccount) | null> {
      const row = await engine.run(() =>
        first(sql<StoredRow & CallerColumns>`
          select s.*, ${CALLER_COLUMNS} ${joined} where s.secret_hash = ${secretHash} and ${live(at)}`),
      );
      return row === null ? null : { ...CODEC.toRecord(row), ...callingAccount(row) };
    },

    /** Those of the sessions that are still valid. */
    async live(ids: readonly string[], at: SessionsAt): Promise<Set<string>> {
      const wanted = engine.sql.isOneOf("s.id", ids);
      return new Set(await engine.run(() => allIds(sql`select s.id ${joined} where ${wanted} and ${live(at)}`)));
    },

    /** Records a use, without waiting for the disk. */
    touch: (id: string, { lastUsed, address }: { lastUsed: string; address: string }) =>
      engine.transact(
        () => run(sql`update sessions set last_used = ${lastUsed}, address = ${address} where id = ${id}`),
        { isPart: true },
      ),

    /** Most recently used first; of one account, or of all. */
    async list(userId: string | null, at: SessionsAt): Promise<StoredSession[]> {
      const whose = userId === null ? sql`` : sql`and s.account_id = ${userId}`;
      const rows = await engine.run(() =>
        all(sql<StoredRow>`
          select s.*, a.username ${joined} where ${live(at)} ${whose} order by s.last_used desc, s.id desc`),
      );
      return rows.map(CODEC.toRecord);
    },

    /** Ends a session of this account, or of any. False when there is no such session. */
    async remove(id: string, userId: string | null): Promise<boolean> {
      if (!isRowId(id)) return false;
      const whose = userId === null ? sql`` : sql`and account_id = ${userId}`;
      return engine.transact(() => exists(sql`delete from sessions where id = ${id} ${whose} returning id`));
    },

    /** Ends the session with this secret. False when there is none. */
    removeBySecret: (secretHash: string) =>
      engine.transact(() => exists(sql`delete from sessions where secret_hash = ${secretHash} returning id`)),

    /** Replaces a session's secret, which invalidates the previous one. */
    renew: (id: string, secretHash: string) =>
      engine.transact(() => run(sql`update sessions set secret_hash = ${secretHash} where id = ${id}`)),

    /** Deletes expired sessions and older sign-in attempts; returns the number of sessions deleted. */
    forget: ({ now, idleSince, attemptsBefore }: SessionsAt & { attemptsBefore: string }) =>
      engine.transact(function* () {
        yield* run(sql`delete from sign_in_attempts where since <= ${attemptsBefore}`);
        const gone = sql`delete from sessions where expires_at <= ${now} or last_used <= ${idleSince} returning id`;
        return (yield* all(gone)).length;
      }),
  };
}

const CODEC = rowCodec({
  id: stored.id(),
  userId: stored.id("account_id"),
  username: stored.plain<string>(),
  device: stored.plain<string>(),
  address: stored.plain<string>(),
  createdAt: stored.plain<string>(),
  lastUsed: stored.plain<string>(),
  /** Absolute expiry, regardless of use. */
  expiresAt: stored.plain<string>(),
});

export type StoredSession = RecordOf<typeof CODEC>;

export interface SignInAttempts {
  attempts: number;
  since: string;
}

export const SIGN_IN_ATTEMPTS: Table = {
  name: "sign_in_attempts",
  backup: { skip: "failed attempts of the last minutes" },
  people: { none: "hashes" },
};

/** One row per key, so that concurrent attempts in any process are counted one after the other. */
export function signInAttemptStore(engine: Engine) {
  return {
    /**
     * Counts one more attempt and returns the total. A window that began at `before` or earlier, or while the clock was
     * ahead, starts again.
     */
    async add(key: string, { now, before }: { now: string; before: string }): Promise<SignInAttempts> {
      const present = latestPresent(now);
      const isOver = sql`(sign_in_attempts.since <= ${before} or sign_in_attempts.since > ${present})`;
      const row = await engine.transact(() =>
        first(sql<SignInAttempts>`
          insert into sign_in_attempts (attempt_key, since, attempts) values (${key}, ${now}, 1)
          on conflict (attempt_key) do update set
            attempts = case when ${isOver} then 1 else sign_in_attempts.attempts + 1 end,
            since = case when ${isOver} then excluded.since else sign_in_attempts.since end
          returning attempts, since`),
      );
      return { attempts: row?.attempts ?? 1, since: row?.since ?? now };
    },

    /** Uncounts one attempt that turned out not to have failed. */
    takeBack: (key: string) =>
      engine.transact(() =>
        run(sql`update sign_in_attempts set attempts = attempts - 1 where attempt_key = ${key} and attempts > 0`),
      ),

    clear: (key: string) => engine.transact(() => run(sql`delete from sign_in_attempts where attempt_key = ${key}`)),
  };
}
