import { sql } from "kysely";
import type { SignInAttempts, SignInAttemptStore } from "#server/store/account-types.ts";
import type { Engine } from "#server/store/engine.ts";
import { first, run } from "#server/store/work.ts";

/** One row a key, so that attempts at once, in any process, count one after the other. */
export function signInAttemptStore(engine: Engine): SignInAttemptStore {
  return {
    async add(key, { now, before }) {
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

    takeBack: (key) =>
      engine.transact(() =>
        run(sql`update sign_in_attempts set attempts = attempts - 1 where attempt_key = ${key} and attempts > 0`),
      ),

    clear: (key) => engine.transact(() => run(sql`delete from sign_in_attempts where attempt_key = ${key}`)),
  };
}
