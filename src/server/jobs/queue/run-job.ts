import { AppError, conflict } from "#server/platform/errors.ts";
import type { JobQueue, JobRecord, NewJob } from "#server/jobs/queue/job-queue.ts";

/** There are few per key, since each try deletes the previous ones. */
const DEAD_READ = 200;

interface WithJobs {
  jobs: JobQueue;
}

const NEVER = new AbortController().signal;

/**
 * Adds a job that a person waits for, and returns it once it has ended; joins the one already running for its key. It
 * is tried once: the person sees the failure and tries again. Throws stopping if the process ends first.
 */
export async function pressedJob({ jobs }: WithJobs, job: NewJob): Promise<JobRecord> {
  const pressed = { ...job, maxAttempts: 1 };
  await dropDead(jobs, job);
  let { job: added, created } = await jobs.add(pressed);
  // A job waiting to retry makes way: a person need not wait that long.
  if (!created && added.state === "retrying" && (await jobs.cancel(added.id)))
    ({ job: added } = await jobs.add(pressed));
  return endOfJob({ jobs }, added);
}

/** Returns a job once it has ended, in any process. Throws stopping if this process ends first. */
export function endOfJob({ jobs }: WithJobs, { id }: Pick<JobRecord, "id">): Promise<JobRecord> {
  return jobs.ended(id, NEVER);
}

/** Far longer than it takes to record the end of a job. */
const END_MILLISECONDS = 10_000;

/** Waits for the job of work that is recorded as over: it ends a moment later, and until then nothing can follow it. */
export async function endOfOver({ jobs }: WithJobs, { key }: Pick<NewJob, "key">): Promise<void> {
  const job = await jobs.ofKey(key);
  // If it takes longer, the caller is refused as usual.
  if (job !== null) await jobs.ended(job.id, AbortSignal.timeout(END_MILLISECONDS)).catch(() => {});
}

/** Hides this key's permanently failed jobs: a new try replaces them. */
export async function dropDead(jobs: JobQueue, { kind, key }: Pick<NewJob, "kind" | "key">): Promise<void> {
  const { jobs: dead } = await jobs.list({ kind, state: "dead", limit: DEAD_READ });
  for (const { id, key: other } of dead) if (other === key) await jobs.drop(id);
}

/**
 * The result of an ended job, parsed by `answer`; `whenCancelled` if it was canceled before it began. Throws the
 * AppError that the handler threw.
 */
export function resultOf<T>(
  { state, result, error, title, message }: JobRecord,
  answer: { parse(value: unknown): T },
  whenCancelled?: () => T,
): T {
  if (state === "dead") throw new AppError(error?.id ?? "job_failed", error?.status ?? 500, error?.message ?? message);
  if (result !== null && result !== undefined) return answer.parse(result);
  if (whenCancelled !== undefined) return whenCancelled();
  throw conflict("job_canceled", `${title} was canceled.`);
}

/**
 * Ensures that a job of this key begins after now: one already running may have looked too early, so another follows
 * it. Resolves when that one has ended, however it did.
 */
export async function freshJob({ jobs }: WithJobs, job: NewJob, signal: AbortSignal = NEVER): Promise<JobRecord> {
  for (;;) {
    const { job: added, created } = await jobs.add(job);
    const ended = await jobs.ended(added.id, signal);
    if (created || added.state !== "running") return ended;
  }
}

/** Cancels the job of this key, in any process; completed work remains. Returns false if none is running or waiting. */
export async function cancelJob({ jobs }: WithJobs, { key }: Pick<NewJob, "key">): Promise<boolean> {
  const job = await jobs.ofKey(key);
  return job !== null && jobs.cancel(job.id);
}
