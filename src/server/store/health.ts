import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { all, first, run } from "#server/store/work.ts";

/** So many days on which a source brought something are remembered. */
const DAYS_KEPT = 60;
const DAY_MILLISECONDS = 86_400_000;

/** A process as it last told of itself. */
export interface ProcessRecord {
  id: string;
  takesJobs: boolean;
  startedAt: string;
  /** How long ago it last did, by the clock that all processes share. */
  silentMilliseconds: number;
  /** What it knows, as it told. */
  facts: unknown;
}

/** How a source has done. All times are ISO 8601 UTC text. */
export interface SourceHealth {
  /** "source:12", "target:3", "mailbox", "forms". */
  key: string;
  lastSuccess: string;
  /** Since then it succeeds and brings nothing. */
  quietSince: string;
  /** Days since 1970 on which it brought something, the oldest first. */
  days: number[];
}

/** What the watchdog keeps. */
export interface HealthStore {
  /** Says that a process is alive, and what it knows; forgets those that have not said so for a day. */
  beat(process: Pick<ProcessRecord, "id" | "takesJobs" | "startedAt" | "facts">): Promise<void>;
  /** A process that ends says so, else it is missed. */
  leave(processId: string): Promise<void>;
  processes(): Promise<ProcessRecord[]>;
  /** The present moment by the clock that all processes share, in milliseconds since 1970. */
  now(): Promise<number>;
  /**
   * A run of a source that went well, and whether it brought something. A source that had not run for longer than
   * `unwatched` milliseconds before is quiet from now on only: nobody looked meanwhile.
   */
  noteSuccess(key: string, run: { at: Date; brought: boolean; unwatched: number }): Promise<void>;
  sources(): Promise<SourceHealth[]>;
  /** A source that is gone is no longer remembered. */
  forgetSource(key: string): Promise<void>;
  /**
   * Makes these what is found wrong now. Answers since when each is, which is `at` for new ones, and whether that is
   * something else than before.
   */
  settle(findings: readonly string[], at: string): Promise<{ since: ReadonlyMap<string, string>; isNews: boolean }>;
}

/** Processes, successes and findings, the same on both engines. */
export function healthStore(engine: Engine): HealthStore {
  const { build } = engine;
  const { now } = engine.sql;

  return {
    beat: ({ id, takesJobs, startedAt, facts }) =>
      engine.transact(function* () {
        yield* run(sql`
          insert into processes (id, takes_jobs, started_at, beat_at, facts)
          values (${id}, ${takesJobs}, ${startedAt}, ${now()}, ${JSON.stringify(facts)})
          on conflict (id) do update set beat_at = excluded.beat_at, facts = excluded.facts`);
        yield* run(sql`delete from processes where beat_at < ${now()} - ${DAY_MILLISECONDS}`);
      }),

    leave: (id) => engine.transact(() => run(build.deleteFrom("processes").where("id", "=", id))),

    async processes() {
      const rows = await engine.run(() =>
        all(
          sql<{ id: string; takes_jobs: boolean | number; started_at: string; silent: string | number; facts: string }>`
            select id, takes_jobs, started_at, ${now()} - beat_at as silent, facts from processes order by started_at, id`,
        ),
      );
      return rows.map((row) => ({
        id: row.id,
        takesJobs: Boolean(row.takes_jobs),
        startedAt: row.started_at,
        silentMilliseconds: Number(row.silent),
        facts: JSON.parse(row.facts) as unknown,
      }));
    },

    async now() {
      const row = await engine.run(() => first(sql<{ at: string | number }>`select ${now()} as at`));
      return Number(row?.at);
    },

    noteSuccess: (key, { at, brought, unwatched }) =>
      engine.transact(function* () {
        const known = yield* first(
          sql<SourceRow>`select * from source_health where source_key = ${key} ${engine.sql.forUpdate}`,
        );
        const time = at.toISOString();
        const days = known === null ? [] : (JSON.parse(known.days) as number[]);
        const today = Math.floor(at.getTime() / DAY_MILLISECONDS);
        if (brought && !days.includes(today)) days.push(today);
        const isUnwatched = known === null || at.getTime() - Date.parse(known.last_success) > unwatched;
        const quietSince = brought || isUnwatched ? time : known.quiet_since;
        yield* run(sql`
          insert into source_health (source_key, last_success, quiet_since, days)
          values (${key}, ${time}, ${quietSince}, ${JSON.stringify(days.slice(-DAYS_KEPT))})
          on conflict (source_key) do update set
            last_success = excluded.last_success, quiet_since = excluded.quiet_since, days = excluded.days`);
      }),

    async sources() {
      const rows = await engine.run(() => all(sql<SourceRow>`select * from source_health order by source_key`));
      return rows.map((row) => ({
        key: row.source_key,
        lastSuccess: row.last_success,
        quietSince: row.quiet_since,
        days: JSON.parse(row.days) as number[],
      }));
    },

    forgetSource: (key) => engine.transact(() => run(build.deleteFrom("source_health").where("source_key", "=", key))),

    async settle(findings, at) {
      const found = build.selectFrom("health_findings").selectAll();
      const before = await engine.run(() => all(found));
      const isSame = before.length === findings.length && before.every(({ finding }) => findings.includes(finding));
      if (isSame) return { since: new Map(before.map((row) => [row.finding, row.since])), isNews: false };
      return engine.transact(function* () {
        const rows = findings.map((finding) => ({ finding, since: at }));
        yield* engine.sql.insertMany("health_findings", rows, "on conflict (finding) do nothing");
        const gone = before.map(({ finding }) => finding).filter((finding) => !findings.includes(finding));
        yield* run(build.deleteFrom("health_findings").where(engine.sql.isOneOf("finding", gone)));
        const after = yield* all(found);
        return { since: new Map(after.map((row) => [row.finding, row.since])), isNews: true };
      });
    },
  };
}

interface SourceRow {
  source_key: string;
  last_success: string;
  quiet_since: string;
  days: string;
}
