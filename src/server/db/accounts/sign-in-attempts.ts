import type { Engine } from "#server/db/engine/engine.ts";
import { first, run, sql } from "#server/db/engine/sql.ts";
import type { Table } from "#server/db/engine/table.ts";

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
    /** Counts one more attempt and returns the total; a window that began at `before` or earlier restarts. */
    async add(key: string, { now, before }: { now: string; before: string }): Promise<SignInAttempts> {
      const row = await engine.transact(() =>
        first(sql<SignInAttempts>`
          insert into sign_in_attempts (attempt_key, since, attempts) values (${key}, ${now}, 1)
          on conflict (attempt_key) do update set
            attempts = case when sign_in_attempts.since <= ${before} then 1 else sign_in_attempts.attempts + 1 end,
            since = case when sign_in_attempts.since <= ${before} then excluded.since else sign_in_attempts.since end
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
