import { PgBoss } from "pg-boss";
import { AppError } from "#server/platform/errors.ts";
import type { JobDatabase } from "#server/store/job-database.ts";

export const JOB_SCHEMA = "winnow_jobs";
export const QUEUE = "work";

/** Leases tell sooner that a run was lost; this is for one whose process ended before it had its lease. */
const HEARTBEAT_SECONDS = 30;
const SUPERVISE_SECONDS = 30;
/** The longest that pg-boss allows: it is no reason to end a run that still has its lease. */
const LONGEST_RUN_SECONDS = 24 * 3_600;
/** A job waits for as long as no process runs; by itself pg-boss would forget it after two weeks. */
const KEPT_WAITING_SECONDS = 10 * 365 * 24 * 3_600;

/**
 * Starts pg-boss over the store's own connections. Its schema is made when missing and brought to its version; of
 * processes that start together one does it. Throws job_schema_missing where the user may not make it.
 */
export async function startPgBoss({ executeSql }: Pick<JobDatabase, "executeSql">): Promise<PgBoss> {
  const { rows } = await executeSql(`select 1 from pg_namespace where nspname = '${JOB_SCHEMA}'`);
  const boss = new PgBoss({
    db: { executeSql },
    schema: JOB_SCHEMA,
    createSchema: rows.length === 0,
    // Schedules are Winnow's own, and what is due is told on the store's own channel.
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  // What it fails to do in the background it tries again.
  boss.on("error", () => {});
  try {
    await boss.start();
    if ((await boss.getQueue(QUEUE)) === null) {
      await boss.createQueue(QUEUE, {
        policy: "exclusive",
        retryDelay: 0,
        retryBackoff: false,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: LONGEST_RUN_SECONDS,
        retentionSeconds: KEPT_WAITING_SECONDS,
        deleteAfterSeconds: 0,
      });
    }
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false, close: false });
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  const refused = error instanceof Error && "code" in error && error.code === "42501";
  if (!refused) return error;
  return new AppError(
    "job_schema_missing",
    503,
    `Winnow keeps its jobs in PostgreSQL's schema ${JOB_SCHEMA}, which this user may not make. Ask the database's administrator to run: CREATE SCHEMA ${JOB_SCHEMA} AUTHORIZATION this user;`,
    { cause: error },
  );
}
