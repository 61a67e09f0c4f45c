import { LIMITS } from "#shared/limits.ts";
import type { JobError } from "#server/store/job-types.ts";

/**
 * How often a job may be begun in all. A process that ends under a job is seldom the job's fault, so such an attempt
 * never is its last; but a job that brings down each process that takes it has to stop some time.
 */
export function mostAttempts(maxAttempts: number): number {
  return maxAttempts + LIMITS.job.attempts;
}

export function interruptedTooOften(attempts: number): JobError {
  return {
    id: "job_interrupted",
    status: 500,
    message: `Winnow ended ${attempts} times while this ran. Look into its log before you try again: it may take more memory than there is.`,
  };
}
