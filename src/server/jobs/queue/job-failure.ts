import { AppError } from "#server/platform/errors.ts";
import { HopelessJob } from "#server/jobs/queue/job-queue.ts";
import type { JobError } from "#server/db/jobs/job-records.ts";

/** The error message for users and waiting callers; an unexpected error only refers to the log. */
export function jobError(error: unknown): JobError {
  if (error instanceof AppError) return { id: error.id, status: error.status, message: error.message };
  if (error instanceof HopelessJob) {
    const { cause } = error;
    const { id, status } = cause instanceof AppError ? cause : { id: "job_hopeless", status: 500 };
    return { id, status, message: error.message };
  }
  return { id: "internal", status: 500, message: "Something went wrong on the server. See its log for details." };
}

/** Whether to log the error: a bug or machine failure rather than an expected error. */
export function isUnforeseen(error: unknown): boolean {
  return !(error instanceof AppError || error instanceof HopelessJob);
}
