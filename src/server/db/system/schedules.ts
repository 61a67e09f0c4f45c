import type { Engine } from "#server/db/engine/engine.ts";
import { all, exists, first, firstId, isRowId, run, sql } from "#server/db/engine/sql.ts";
import { type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";

export const SCHEDULES: Table = { name: "schedules", backup: "all", people: { none: "times" } };

export const SCHEDULE_RUNS: Table = {
  name: "schedule_runs",
  backup: "all",
  seen: "all",
  people: {
    kind: "Schedule runs",
    key: ["id"],
    texts: ["message"],
    ofPerson: "redact",
  },
};

/** Runs stored per schedule: several months of daily ones. */
const STORED_RUNS = 200;

/** The latest run of a schedule. */
export interface LastRun extends ScheduleRun {
  /** How many runs have failed since the last success. */
  failures: number;
}

/** Stores scheduled runs and their outcomes. */
export function scheduleStore(engine: Engine) {
  const { isOneOf } = engine.sql;
  return {
    /** Each schedule's current rhythm and since when it has applied. */
    async rhythms(): Promise<Map<string, { rhythm: string; since: string }>> {
      const schedules = sql<{ id: string; rhythm: string; since: string }>`select id, rhythm, since from schedules`;
      const rows = await engine.run(() => all(schedules));
      return new Map(rows.map(({ id, rhythm, since }) => [id, { rhythm, since }]));
    },

    /** Records that a schedule's rhythm changed. */
    setRhythm: (id: string, rhythm: string, since: string) =>
      engine.transact(() =>
        run(sql`
          insert into schedules (id, rhythm, since) values (${id}, ${rhythm}, ${since})
          on conflict (id) do update set rhythm = excluded.rhythm, since = excluded.since`),
      ),

    /** The latest run of each schedule, by its id. */
    async lastRuns(): Promise<Map<string, LastRun>> {
      const newest = sql<StoredRow & { schedule_id: string; failures: number | string }>`
        with latest as (
          select schedule_id, max(id) as id, coalesce(max(case when outcome in ('done', 'nothing') then id end), 0) as well
          from schedule_runs group by schedule_id
        )
        select r.*, (
          select count(*) from schedule_runs f
          where f.schedule_id = latest.schedule_id and f.outcome = 'failed' and f.id > latest.well
        ) as failures
        from latest join schedule_runs r on r.id = latest.id`;
      const rows = await engine.run(() => all(newest));
      return new Map(rows.map((row) => [row.schedule_id, { ...CODEC.toRecord(row), failures: Number(row.failures) }]));
    },

    /** A schedule's latest successful run; null when none of the stored runs succeeded. */
    async lastSuccess(scheduleId: string): Promise<ScheduleRun | null> {
      const newest = sql<StoredRow>`
        select * from schedule_runs where schedule_id = ${scheduleId} and outcome in ('done', 'nothing')
        order by id desc limit 1`;
      const row = await engine.run(() => first(newest));
      return row === null ? null : CODEC.toRecord(row);
    },

    /** Whether a schedule has had a run for this window. */
    had: (scheduleId: string, windowKey: string) =>
      engine.run(() =>
        exists(sql`select id from schedule_runs where schedule_id = ${scheduleId} and window_key = ${windowKey}`),
      ),

    /** Starts the run for a window and returns its id; null when the window has had one. */
    begin: (scheduleId: string, windowKey: string, at: string) =>
      engine.transact(() =>
        firstId(sql`
          insert into schedule_runs (schedule_id, window_key, at, outcome, message)
          values (${scheduleId}, ${windowKey}, ${at}, 'running', '')
          on conflict (schedule_id, window_key) do nothing returning id`),
      ),

    /** Records which job executes a run. */
    assign: (id: string, jobId: string) =>
      engine.transact(() => run(sql`update schedule_runs set job_id = ${jobId} where id = ${id}`)),

    /** Deletes a run that failed before it had a job. */
    withdraw: (id: string) => engine.transact(() => run(sql`delete from schedule_runs where id = ${id}`)),

    async finish(
      id: string,
      { outcome, message, finishedAt }: Pick<ScheduleRun, "outcome" | "message" | "finishedAt">,
    ): Promise<void> {
      if (!isRowId(id)) return;
      const ended = sql`
        update schedule_runs set outcome = ${outcome}, message = ${message}, finished_at = ${finishedAt} where id = ${id}`;
      await engine.transact(() => run(ended));
    },

    /** Unfinished runs, oldest first. */
    async underWay(): Promise<ScheduleRun[]> {
      const running = sql<StoredRow>`select * from schedule_runs where outcome = 'running' order by id`;
      return (await engine.run(() => all(running))).map(CODEC.toRecord);
    },

    /** Deletes all schedules except these, and all but the newest runs of these. */
    async forgetOthers(scheduleIds: readonly string[]): Promise<void> {
      await engine.transact(function* () {
        yield* run(sql`delete from schedules where not (${isOneOf("id", scheduleIds)})`);
        yield* run(sql`delete from schedule_runs where not (${isOneOf("schedule_id", scheduleIds)})`);
        const ranked = sql`select id, row_number() over (partition by schedule_id order by id desc) as place from schedule_runs`;
        yield* run(sql`delete from schedule_runs where id in
          (select id from (${ranked}) as ranked where place > ${STORED_RUNS})`);
      });
    },
  };
}

export type ScheduleStore = ReturnType<typeof scheduleStore>;

const CODEC = rowCodec({
  id: stored.id(),
  scheduleId: stored.plain<string>(),
  /** The schedule's window it belongs to; each window has at most one run. */
  windowKey: stored.plain<string>(),
  at: stored.plain<string>(),
  /** The job that executes it; null until it is added. */
  jobId: stored.plain<string | null>(),
  /** `nothing` succeeded and found nothing to do; `cancelled` was canceled by a person. */
  outcome: stored.plain<"running" | "done" | "failed" | "nothing" | "cancelled">(),
  message: stored.plain<string>(),
  finishedAt: stored.plain<string | null>(),
});

/** One run of a schedule. Times are ISO 8601 UTC text. */
export type ScheduleRun = RecordOf<typeof CODEC>;
