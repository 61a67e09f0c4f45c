import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import type { LeaseStore } from "#server/store/types.ts";
import { first, run } from "#server/store/work.ts";

/** Leases by the clock that all holders share: the database's on PostgreSQL, on SQLite one of the only process's own. */
export function leaseStore(engine: Engine): LeaseStore {
  const { leaseNow: now } = engine.sql;
  return {
    async acquire(key, owner, milliseconds) {
      const taken = sql`
        insert into leases (key, owner, expires_at) values (${key}, ${owner}, ${now()} + ${milliseconds})
        on conflict (key) do update set owner = excluded.owner, expires_at = excluded.expires_at
        where leases.expires_at <= ${now()}
        returning key`;
      return (await engine.transact(() => first(taken))) !== null;
    },

    async renew(key, owner, milliseconds) {
      const renewed = sql`
        update leases set expires_at = ${now()} + ${milliseconds}
        where key = ${key} and owner = ${owner} and expires_at > ${now()}
        returning key`;
      return (await engine.transact(() => first(renewed))) !== null;
    },

    release: (key, owner) =>
      engine.transact(() => run(engine.build.deleteFrom("leases").where("key", "=", key).where("owner", "=", owner))),
  };
}
