import { AppError, conflict } from "#server/platform/errors.ts";
import type { JobQueue, JobRecord, NewJob } from "#server/queue/job-queue.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** A key has few of them: each try drops those before it. */
const DEAD_READ = 200;
const NEVER = new AbortController().signal;

/**
 * Adds a job for a person who waits for it, and answers it once it has ended, or the one of its key that is under way.
 * It is tried once: they hear of a failure, and press again. Throws stopping when the process ends before the job.
 */
export async function pressedJob({ jobs }: Pick<Workspace, "jobs">, job: NewJob): Promise<JobRecord> {
  const pressed = { ...job, maxAttempts: 1 };
  await dropDead(jobs, job);
  let { job: added, created } = await jobs.add(pressed);
  // One that waits for its next try after a failure makes way: a person need not wait that long.
  if (!created && added.state === "retrying" && (await jobs.cancel(added.id)))
    ({ job: added } = await jobs.add(pressed));
  return endOfJob({ jobs }, added);
}

/** A job once it has ended, in whatever process that was. Throws stopping when this process ends before the job. */
export function endOfJob({ jobs }: Pick<Workspace, "jobs">, { id }: Pick<JobRecord, "id">): Promise<JobRecord> {
  return jobs.ended(id, NEVER);
}

/** Puts the jobs of this key out of sight that failed for the last time: another try takes their place. */
export async function dropDead(jobs: JobQueue, { kind, key }: Pick<NewJob, "kind" | "key">): Promise<void> {
  const { jobs: dead } = await jobs.list({ kind, state: "dead", limit: DEAD_READ });
  for (const { id, key: other } of dead) if (other === key) await jobs.drop(id);
}

/**
 * What the handler of a job that has ended answered, read by `answer`. Of one that was cancelled before it began that is
 * `whenCancelled`. Throws the AppError that the handler threw.
 */
export function resultOf<T>(
  { state, result, error, title, message }: JobRecord,
  answer: { parse(value: unknown): T },
  whenCancelled?: () => T,
): T {
  if (state === "dead") throw new AppError(error?.id ?? "job_failed", error?.status ?? 500, error?.message ?? message);
  if (result !== null && result !== undefined) return answer.parse(result);
  if (whenCancelled !== undefined) return whenCancelled();
  throw conflict("job_cancelled", `${title} was cancelled.`);
}

/**
 * Sees to it that a job of this key begins after now: one that runs already may have looked too early, so that another
 * follows it. Resolves when that has ended, however it did.
 */
export async function freshJob(
  { jobs }: Pick<Workspace, "jobs">,
  job: NewJob,
  signal: AbortSignal = NEVER,
): Promise<JobRecord> {
  for (;;) {
    const { job: added, created } = await jobs.add(job);
    const ended = await jobs.ended(added.id, signal);
    if (created || added.state !== "running") return ended;
  }
}

/** Ends the job of this key, in whatever process it runs; what it did stays. False when none is under way. */
export async function cancelJob({ jobs }: Pick<Workspace, "jobs">, { key }: Pick<NewJob, "key">): Promise<boolean> {
  const job = await jobs.ofKey(key);
  return job !== null && jobs.cancel(job.id);
}
