import type { Settings } from "#shared/contract/settings.ts";
import type { Engine } from "#server/store/engine.ts";
import { raiseWantedScores } from "#server/store/rescore-wanted.ts";
import type { SettingsStore } from "#server/store/types.ts";
import { all, first, run } from "#server/store/work.ts";

/** What the product obeys, and how far the scores have followed the rules. */
export function settingsStore(engine: Engine): SettingsStore {
  const { build } = engine;
  return {
    async read() {
      const rows = await engine.run(() => all(build.selectFrom("settings").selectAll()));
      return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown])) as Partial<Settings>;
    },

    write: (patch) =>
      engine.transact(function* () {
        const rows = Object.entries(patch)
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => ({ key, value: JSON.stringify(value) }));
        if (patch.qualificationThreshold !== undefined) yield* raiseWantedScores();
        yield* engine.sql.insertMany("settings", rows, "on conflict (key) do update set value = excluded.value");
      }),

    async rescoreState() {
      const row = await engine.run(() => first(build.selectFrom("rescore_state").selectAll()));
      return {
        wanted: row?.wanted ?? 0,
        done: row?.done ?? 0,
        running: row?.running ?? null,
        cursor: row?.cursor ?? null,
      };
    },

    writeRescoreState: ({ done, running, cursor }) =>
      engine.transact(() => run(build.updateTable("rescore_state").set({ done, running, cursor }))),
  };
}
