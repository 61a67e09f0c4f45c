import { DAY } from "#shared/durations.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { all, first, run, sql } from "#server/db/engine/sql.ts";
import { type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";

export const PROCESSES: Table = {
  name: "processes",
  backup: { skip: "processes that run now" },
  people: { none: "processes of this server" },
};

export const SOURCE_HEALTH: Table = { name: "source_health", backup: "all", people: { none: "sources" } };

export const HEALTH_FINDINGS: Table = {
  name: "health_findings",
  backup: { skip: "found again from what is so" },
  people: { none: "findings" },
};

/** Number of days with new data stored per source. */
const RETENTION_DAYS = 60;

/** Stores processes, successes and findings, with the same behavior on both engines. */
export function healthStore(engine: Engine) {
  const { now } = engine.sql;

  return {
    /** Records a process's heartbeat and facts; deletes processes without a heartbeat for a day. */
    beat: ({ id, takesJobs, startedAt, facts }: Pick<ProcessRecord, "id" | "takesJobs" | "startedAt" | "facts">) =>
      engine.transact(function* () {
        yield* run(sql`
          insert into processes (id, takes_jobs, started_at, beat_at, facts)
          values (${id}, ${takesJobs}, ${startedAt}, ${now()}, ${JSON.stringify(facts)})
          on conflict (id) do update set beat_at = excluded.beat_at, facts = excluded.facts`);
        yield* run(sql`delete from processes where beat_at < ${now()} - ${DAY}`);
      }),

    /** Removes a process that exits, which would otherwise be reported missing. */
    leave: (id: string) => engine.transact(() => run(sql`delete from processes where id = ${id}`)),

    async processes(): Promise<ProcessRecord[]> {
      const rows = await engine.run(() =>
        all(sql<StoredRow>`
          select id, takes_jobs, started_at, ${now()} - beat_at as silent, facts from processes order by started_at, id`),
      );
      return rows.map(PROCESS_CODEC.toRecord);
    },

    /** The current time in milliseconds since 1970, by the clock all processes share. */
    async now(): Promise<number> {
      const row = await engine.run(() => first(sql<{ at: string | number }>`select ${now()} as at`));
      return Number(row?.at);
    },

    /**
     * Records a successful run of a source, and whether it found something new. After a gap of more than `unwatched`
     * milliseconds its quiet period restarts now, because no one was looking.
     */
    noteSuccess: (key: string, { at, brought, unwatched }: { at: Date; brought: boolean; unwatched: number }) =>
      engine.transact(function* () {
        const row = yield* first(
          sql<StoredRow>`select * from source_health where source_key = ${key} ${engine.sql.forUpdate}`,
        );
        const known = row === null ? null : SOURCE_CODEC.toRecord(row);
        const time = at.toISOString();
        const days = known?.days ?? [];
        const today = Math.floor(at.getTime() / DAY);
        if (brought && !days.includes(today)) days.push(today);
        const isUnwatched = known === null || at.getTime() - Date.parse(known.lastSuccess) > unwatched;
        const quietSince = brought || isUnwatched ? time : known.quietSince;
        yield* run(sql`
          insert into source_health (source_key, last_success, quiet_since, days)
          values (${key}, ${time}, ${quietSince}, ${JSON.stringify(days.slice(-RETENTION_DAYS))})
          on conflict (source_key) do update set
            last_success = excluded.last_success, quiet_since = excluded.quiet_since, days = excluded.days`);
      }),

    /** Deletes the health of deleted sources that last ran before `before`. */
    forgetSources: (before: string) =>
      engine.transact(() =>
        run(sql`
          delete from source_health where last_success < ${before} and source_key like '%:%' and source_key not in (
            select 'source:' || id from data_sources union all select 'target:' || id from scrape_targets)`),
      ),

    async sources(): Promise<SourceHealth[]> {
      const rows = await engine.run(() => all(sql<StoredRow>`select * from source_health order by source_key`));
      return rows.map(SOURCE_CODEC.toRecord);
    },

    /**
     * Replaces the current findings. Returns when each one started, which is `at` for new ones, and whether the set of
     * findings changed.
     */
    async settle(
      findings: readonly string[],
      at: string,
    ): Promise<{ since: ReadonlyMap<string, string>; isNews: boolean }> {
      const found = sql<{ finding: string; since: string }>`select finding, since from health_findings`;
      const before = await engine.run(() => all(found));
      const isSame = before.length === findings.length && before.every(({ finding }) => findings.includes(finding));
      if (isSame) return { since: new Map(before.map((row) => [row.finding, row.since])), isNews: false };
      return engine.transact(function* () {
        const rows = findings.map((finding) => ({ finding, since: at }));
        yield* engine.sql.insertMany("health_findings", rows, "on conflict (finding) do nothing");
        const gone = before.map(({ finding }) => finding).filter((finding) => !findings.includes(finding));
        yield* run(sql`delete from health_findings where ${engine.sql.isOneOf("finding", gone)}`);
        const after = yield* all(found);
        return { since: new Map(after.map((row) => [row.finding, row.since])), isNews: true };
      });
    },
  };
}

const SOURCE_CODEC = rowCodec({
  /** "source:12", "target:3", "mailbox", "forms". */
  key: stored.plain<string>("source_key"),
  lastSuccess: stored.plain<string>(),
  /** Start of the current period in which it succeeded but found nothing new. */
  quietSince: stored.plain<string>(),
  /** Days since 1970 on which it found something new, oldest first. */
  days: stored.json<number[]>(),
});

/** The health of a source. All times are ISO 8601 UTC text. */
export type SourceHealth = RecordOf<typeof SOURCE_CODEC>;

const PROCESS_CODEC = rowCodec({
  id: stored.plain<string>(),
  takesJobs: stored.flag(),
  startedAt: stored.plain<string>(),
  /** Time since its last heartbeat, by the clock all processes share. */
  silentMilliseconds: stored.number("silent"),
  /** The facts it reported with its last heartbeat. */
  facts: stored.json<unknown>(),
});

/** A process as of its last heartbeat. */
export type ProcessRecord = RecordOf<typeof PROCESS_CODEC>;
