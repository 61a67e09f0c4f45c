import { sql } from "kysely";
import type { Settings } from "#shared/contract/settings.ts";
import type { Engine } from "#server/store/engine.ts";
import { unwatched, type Watch } from "#server/store/record-table.ts";
import { makeAllStale, raiseWantedScores } from "#server/store/rescore-wanted.ts";
import type { SettingsStore } from "#server/store/settings-types.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

export interface SettingsWrites {
  read(): Work<Partial<Settings>>;
  /** A threshold among them marks all scores as stale. */
  write(patch: Partial<Settings>): Work<void>;
}

export function settingsWrites(engine: Engine, watch: Watch = unwatched): SettingsWrites {
  return {
    *read() {
      yield* watch("settings");
      const rows = yield* all(engine.build.selectFrom("settings").selectAll());
      return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown])) as Partial<Settings>;
    },

    *write(patch) {
      yield* watch("settings");
      const rows = Object.entries(patch)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => ({ key, value: JSON.stringify(value) }));
      yield* engine.sql.insertMany("settings", rows, "on conflict (key) do update set value = excluded.value");
      if (patch.qualificationThreshold !== undefined) yield* raiseWantedScores();
    },
  };
}

/** What the product obeys, and how far the scores have followed the rules. */
export function settingsStore(engine: Engine): SettingsStore {
  const { build } = engine;
  const writes = settingsWrites(engine);
  return {
    read: () => engine.run(() => writes.read()),

    write: (patch) => engine.transact(() => writes.write(patch)),

    async rescoreState() {
      const row = await engine.run(() => first(build.selectFrom("rescore_state").selectAll()));
      return {
        wanted: row?.wanted ?? 0,
        done: row?.done ?? 0,
        running: row?.running ?? null,
        cursor: row?.cursor ?? null,
        doneRules: row?.done_rules ?? null,
      };
    },

    async beginDay(day) {
      const known = await engine.run(() => first(build.selectFrom("rescore_state").select("day")));
      // A day that a machine ahead of this one has begun is not begun again.
      if (known !== null && known.day !== null && known.day >= day) return false;
      return engine.transact(() => makeStaleForDay(day));
    },

    writeRescoreState: ({ done, running, cursor, doneRules }) =>
      engine.transact(() =>
        run(
          build.updateTable("rescore_state").set({
            done,
            running,
            cursor,
            // What has been wanted since may be wanted for leads that were written by the rules of before.
            ...(doneRules !== undefined && { done_rules: sql`case when wanted = ${done} then ${doneRules} end` }),
          }),
        ),
      ),
  };
}

function* makeStaleForDay(day: string): Work<boolean> {
  const begun = yield* all(sql`update rescore_state set day = ${day} where day is null or day < ${day} returning id`);
  const fading = yield* first(sql`select id from rules where is_active and half_life_days is not null limit 1`);
  if (begun.length === 0 || fading === null) return false;
  yield* makeAllStale();
  return true;
}
