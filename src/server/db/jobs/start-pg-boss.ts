import { PgBoss } from "pg-boss";
import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import type { StatementRunner } from "#server/db/engine/sql.ts";
import type { JobDatabase } from "#server/db/jobs/job-delivery.ts";

export const JOB_SCHEMA = "winnow_jobs";
export const QUEUE = "jobs";

/** How long after its process died a run counts as lost: the minimum pg-boss allows. */
const HEARTBEAT_SECONDS = 10;
/** When several processes supervise at once, only one does the work. */
const MONITOR_SECONDS = 2;
/** The maximum pg-boss allows; longer runs are restarted. */
const LONGEST_RUN_SECONDS = 24 * 3_600;
/** Jobs wait until a process runs; pg-boss would delete them after two weeks by default. */
const WAITING_RETENTION_SECONDS = 10 * 365 * 24 * 3_600;

/**
 * Starts pg-boss on the store's own connections. Creates or migrates its schema, in only one of several processes that
 * start together.
 */
export async function startPgBoss({ executeSql }: Pick<JobDatabase, "executeSql">): Promise<PgBoss> {
  const { rows } = await executeSql(`select 1 from pg_namespace where nspname = '${JOB_SCHEMA}'`);
  const boss = new PgBoss({
    db: { executeSql },
    schema: JOB_SCHEMA,
    createSchema: rows.length === 0,
    // Winnow has its own schedules, and announces due jobs on the store's own channel.
    schedule: false,
    // Each process supervises right after renewing its runs, so that its own aren't lost after a sleep.
    supervise: false,
    monitorIntervalSeconds: MONITOR_SECONDS,
  });
  // pg-boss retries failed background work itself.
  boss.on("error", () => {});
  try {
    await boss.start();
    if ((await boss.getQueue(QUEUE)) === null) {
      await boss.createQueue(QUEUE, {
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: LONGEST_RUN_SECONDS,
        retentionSeconds: WAITING_RETENTION_SECONDS,
        // The jobs table counts lost runs and gives a job up before this limit is reached.
        retryLimit: LIMITS.job.lostRuns.most,
        retryDelay: 0,
      });
    }
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false, close: false });
    throw error;
  }
}

/** Throws job_schema_missing if the schema is missing and this user may not create it. */
export async function requireJobSchema(db: StatementRunner): Promise<void> {
  const { rows } = await db.executeSql(
    `select current_user as name where not has_database_privilege(current_database(), 'create')
      and not exists (select 1 from pg_namespace where nspname = '${JOB_SCHEMA}')`,
  );
  const refused = rows[0] as { name: string } | undefined;
  if (refused === undefined) return;
  throw new AppError(
    "job_schema_missing",
    503,
    `This user can't create the PostgreSQL schema ${JOB_SCHEMA}, which Winnow needs for its jobs. Ask the database's administrator to run: CREATE SCHEMA ${JOB_SCHEMA} AUTHORIZATION ${refused.name};`,
  );
}
