import type { Settings } from "#shared/contract/settings.ts";
import { DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { settingWords } from "#shared/setting-words.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { unwatched, type Watch } from "#server/db/engine/record-table.ts";
import { makeAllStale, raiseWantedScores } from "#server/db/rules/rescore-wanted.ts";
import { type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";
import { all, exists, first, run, sql, type Work } from "#server/db/engine/sql.ts";

const RESCORE_CODEC = rowCodec({
  /** Incremented by every change of rules or threshold. */
  wanted: stored.plain<number>(),
  /** The last version that every lead was scored with. */
  done: stored.plain<number>(),
  /** The version in progress; `cursor` is the last lead it reached. */
  running: stored.plain<number | null>(),
  cursor: stored.plain<string | null>(),
  /** The rules every lead was scored with in version `done`; null when unknown. */
  doneRules: stored.plain<string | null>(),
});

export type RescoreState = RecordOf<typeof RESCORE_CODEC>;

const NOT_RESCORED: RescoreState = { wanted: 0, done: 0, running: null, cursor: null, doneRules: null };

/** Settings that members may change, besides rules and email analysis. */
const OF_MEMBERS: ReadonlySet<string> = new Set(["qualificationThreshold", ...Object.keys(DEFAULT_AUTOMATION_RULES)]);

export const SETTINGS: Table = {
  name: "settings",
  backup: "all",
  people: { none: "team settings" },
  undo: {
    key: "key",
    called: ({ key }) => `The setting “${settingWords(String(key))}”`,
    topics: ["settings", "mailbox", "status"],
    isScoring: (key) => key === "qualificationThreshold",
    isManaged: (key) => !OF_MEMBERS.has(key),
  },
};

export function settingsWrites(watch: Watch, engine: Engine) {
  return {
    *read(): Work<Partial<Settings>> {
      yield* watch("settings");
      const rows = yield* all(sql<{ key: string; value: string }>`select key, value from settings`);
      return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown])) as Partial<Settings>;
    },

    /** Changing the threshold marks all scores as stale. */
    *write(patch: Partial<Settings>): Work<void> {
      yield* watch("settings");
      const rows = Object.entries(patch)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => ({ key, value: JSON.stringify(value) }));
      yield* engine.sql.insertMany("settings", rows, "on conflict (key) do update set value = excluded.value");
      if (patch.qualificationThreshold !== undefined) yield* raiseWantedScores();
    },
  };
}

/** Settings, and the progress of rescoring. */
export function settingsStore(engine: Engine) {
  const writes = settingsWrites(unwatched, engine);
  return {
    /** Only saved settings; defaults come from the contract. */
    read: () => engine.run(() => writes.read()),

    /** Changing the threshold marks all scores as stale. */
    write: (patch: Partial<Settings>) => engine.transact(() => writes.write(patch)),

    async rescoreState(): Promise<RescoreState> {
      const row = await engine.run(() => first(sql<StoredRow>`select * from rescore_state`));
      return row === null ? NOT_RESCORED : RESCORE_CODEC.toRecord(row);
    },

    /**
     * Records that a UTC day (2026-05-01) has begun. The first call of a day marks all scores as stale and returns true
     * if an active rule's points decay with a lead's age.
     */
    async beginDay(day: string): Promise<boolean> {
      const known = await engine.run(() => first(sql<{ day: string | null }>`select day from rescore_state`));
      // Another machine's clock may be ahead and have begun this day already.
      if (known !== null && known.day !== null && known.day >= day) return false;
      return engine.transact(function* () {
        const begun = yield* exists(
          sql`update rescore_state set day = ${day} where day is null or day < ${day} returning id`,
        );
        const fades = sql`select id from rules where is_active and half_life_days is not null limit 1`;
        if (!begun || !(yield* exists(fades))) return false;
        yield* makeAllStale();
        return true;
      });
    },

    writeRescoreState(
      state: Omit<RescoreState, "wanted" | "doneRules"> & { doneRules?: string | null },
    ): Promise<void> {
      const { done, running, cursor, doneRules } = state;
      // With a newer wanted version, leads may have been written by the previous rules.
      const rules =
        doneRules === undefined ? sql`` : sql`, done_rules = case when wanted = ${done} then ${doneRules} end`;
      return engine.transact(() =>
        run(sql`update rescore_state set done = ${done}, running = ${running}, cursor = ${cursor} ${rules}`),
      );
    },
  };
}

export type SettingsStore = ReturnType<typeof settingsStore>;
