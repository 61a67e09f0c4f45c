import type { Engine } from "#server/db/engine/engine.ts";
import { exists, run, sql } from "#server/db/engine/sql.ts";
import type { Table } from "#server/db/engine/table.ts";

export const LEASES: Table = {
  name: "leases",
  backup: { skip: "held by processes that run now" },
  people: { none: "processes" },
};

/**
 * Leases for work that only one process may do at a time; a lease that isn't renewed expires. Uses the clock that all
 * lease holders share: the database's on PostgreSQL, the single process's lease clock on SQLite.
 */
export function leaseStore(engine: Engine) {
  const { leaseNow: now } = engine.sql;
  return {
    acquire: (key: string, owner: string, milliseconds: number) =>
      engine.transact(() =>
        exists(sql`
          insert into leases (key, owner, expires_at) values (${key}, ${owner}, ${now()} + ${milliseconds})
          on conflict (key) do update set owner = excluded.owner, expires_at = excluded.expires_at
          where leases.expires_at <= ${now()} returning key`),
      ),

    renew: (key: string, owner: string, milliseconds: number) =>
      engine.transact(() =>
        exists(sql`
          update leases set expires_at = ${now()} + ${milliseconds}
          where key = ${key} and owner = ${owner} and expires_at > ${now()} returning key`),
      ),

    release: (key: string, owner: string) =>
      engine.transact(() => run(sql`delete from leases where key = ${key} and owner = ${owner}`)),
  };
}

export type LeaseStore = ReturnType<typeof leaseStore>;
