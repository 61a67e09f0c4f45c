import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { ScheduleRunTable } from "#server/store/tables.ts";
import { all, first, run } from "#server/store/work.ts";

/** Windows that each schedule remembers: several months of days. */
const RUNS_KEPT = 200;

/** One run of a schedule. Times are ISO 8601 UTC text. */
export interface ScheduleRun {
  id: string;
  scheduleId: string;
  /** What it was for: there is one run for each. */
  windowKey: string;
  at: string;
  /** The job that does it; null until that is added. */
  jobId: string | null;
  /** `nothing` went well and found nothing to do; `cancelled` was ended by a person. */
  outcome: "running" | "done" | "failed" | "nothing" | "cancelled";
  message: string;
  finishedAt: string | null;
}

/** The latest run of a schedule. */
export interface LastRun extends ScheduleRun {
  /** How many runs have failed since the last that went well. */
  failures: number;
}

export interface ScheduleStore {
  /** By schedule, since when it has been as `rhythm` says. */
  standing(): Promise<Map<string, { rhythm: string; since: string }>>;
  /** Notes that a schedule has another rhythm from now on. */
  stand(scheduleId: string, rhythm: string, since: string): Promise<void>;
  /** The latest run of each schedule, by its id. */
  lastRuns(): Promise<Map<string, LastRun>>;
  /** The latest run of a schedule that ended well; null where none of those remembered did. */
  lastSuccess(scheduleId: string): Promise<ScheduleRun | null>;
  /** Whether a schedule has had a run for this window. */
  had(scheduleId: string, windowKey: string): Promise<boolean>;
  /** Begins the run for a window and answers its id; null when the window has had one. */
  begin(scheduleId: string, windowKey: string, at: string): Promise<string | null>;
  /** Notes which job does a run. */
  assign(id: string, jobId: string): Promise<void>;
  /** Takes back a run that came to nothing before it had a job. */
  withdraw(id: string): Promise<void>;
  finish(id: string, end: Pick<ScheduleRun, "outcome" | "message" | "finishedAt">): Promise<void>;
  /** Those that have not ended, oldest first. */
  underWay(): Promise<ScheduleRun[]>;
  /** Forgets the schedules that are none of these any more, and of the others all but the newest runs. */
  forgetOthers(scheduleIds: readonly string[]): Promise<void>;
}

/** What runs by itself, and how that went. */
export function scheduleStore(engine: Engine): ScheduleStore {
  const { build, sql: dialect } = engine;
  return {
    async standing() {
      const rows = await engine.run(() => all(build.selectFrom("schedules").selectAll()));
      return new Map(rows.map(({ id, rhythm, since }) => [id, { rhythm, since }]));
    },

    async stand(id, rhythm, since) {
      const written = build
        .insertInto("schedules")
        .values({ id, rhythm, since })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ rhythm, since }));
      await engine.transact(() => run(written));
    },

    async lastRuns() {
      const newest = sql<Selectable<ScheduleRunTable> & { failures: number | string }>`
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
      return new Map(rows.map((row) => [row.schedule_id, { ...runOfRow(row), failures: Number(row.failures) }]));
    },

    async lastSuccess(scheduleId) {
      const newest = build
        .selectFrom("schedule_runs")
        .selectAll()
        .where("schedule_id", "=", scheduleId)
        .where("outcome", "in", ["done", "nothing"])
        .orderBy("id", "desc")
        .limit(1);
      const row = await engine.run(() => first(newest));
      return row === null ? null : runOfRow(row);
    },

    async had(scheduleId, windowKey) {
      const found = build
        .selectFrom("schedule_runs")
        .select("id")
        .where("schedule_id", "=", scheduleId)
        .where("window_key", "=", windowKey);
      return (await engine.run(() => first(found))) !== null;
    },

    async begin(scheduleId, windowKey, at) {
      const begun = build
        .insertInto("schedule_runs")
        .values({
          schedule_id: scheduleId,
          window_key: windowKey,
          at,
          job_id: null,
          outcome: "running",
          message: "",
          finished_at: null,
        })
        .onConflict((conflict) => conflict.columns(["schedule_id", "window_key"]).doNothing())
        .returning("id");
      const row = await engine.transact(() => first(begun));
      return row === null ? null : String(row.id);
    },

    async assign(id, jobId) {
      await engine.transact(() => run(build.updateTable("schedule_runs").set({ job_id: jobId }).where("id", "=", id)));
    },

    async withdraw(id) {
      await engine.transact(() => run(build.deleteFrom("schedule_runs").where("id", "=", id)));
    },

    async finish(id, { outcome, message, finishedAt }) {
      if (!isRowId(id)) return;
      const ended = build
        .updateTable("schedule_runs")
        .set({ outcome, message, finished_at: finishedAt })
        .where("id", "=", id);
      await engine.transact(() => run(ended));
    },

    async underWay() {
      const running = build.selectFrom("schedule_runs").selectAll().where("outcome", "=", "running").orderBy("id");
      return (await engine.run(() => all(running))).map(runOfRow);
    },

    async forgetOthers(scheduleIds) {
      const isKept = dialect.isOneOf("schedule_id", scheduleIds);
      await engine.transact(function* () {
        yield* run(build.deleteFrom("schedules").where((where) => where.not(dialect.isOneOf("id", scheduleIds))));
        yield* run(build.deleteFrom("schedule_runs").where((where) => where.not(isKept)));
        const ranked = sql`select id, row_number() over (partition by schedule_id order by id desc) as place from schedule_runs`;
        yield* run(sql`delete from schedule_runs where id in
          (select id from (${ranked}) as ranked where place > ${RUNS_KEPT})`);
      });
    },
  };
}

function runOfRow(row: Selectable<ScheduleRunTable>): ScheduleRun {
  return {
    id: String(row.id),
    scheduleId: row.schedule_id,
    windowKey: row.window_key,
    at: row.at,
    jobId: row.job_id,
    outcome: row.outcome,
    message: row.message,
    finishedAt: row.finished_at,
  };
}
