import { LIMITS } from "#shared/limits.ts";
import type { JobError } from "#server/db/jobs/job-records.ts";

const { firstRetrySeconds, longestRetrySeconds } = LIMITS.job;

/**
 * Delay in milliseconds after this many attempts: random, up to a limit that doubles each time ("full jitter"), so that
 * jobs that failed together don't retry together.
 */
export function jitteredDelay(attempt: number, random: () => number = Math.random): number {
  const seconds = Math.min(longestRetrySeconds, firstRetrySeconds * 2 ** (attempt - 1));
  return Math.round(random() * seconds * 1_000);
}

const { atOnce, most } = LIMITS.job.lostRuns;

/**
 * Delay in milliseconds after this many runs in a row ended with their process; null when the job is given up. Kills
 * and restarts aren't the job's fault, so the first few have no delay. A job that crashes its process each time waits
 * longer and longer, so that the server stays up in between and the jobs that ran alongside can finish.
 */
export function restAfter(lostRuns: number): number | null {
  if (lostRuns <= atOnce) return 0;
  return lostRuns < most ? jitteredDelay(lostRuns - atOnce) : null;
}

export function stoppedTooOften(times: number): JobError {
  return {
    id: "job_interrupted",
    status: 500,
    message: `Winnow stopped ${times} times while this job was running. Check the log before you retry; it may need more memory.`,
  };
}
