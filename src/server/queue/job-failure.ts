import { AppError } from "#server/platform/errors.ts";
import { HopelessJob } from "#server/queue/job-queue.ts";
import type { JobError } from "#server/store/job-types.ts";

/** What a failure says to people, and to whoever waits; of one that nobody foresaw no more than that the log tells it. */
export function jobError(error: unknown): JobError {
  if (error instanceof AppError) return { id: error.id, status: error.status, message: error.message };
  if (error instanceof HopelessJob) {
    const { cause } = error;
    const { id, status } = cause instanceof AppError ? cause : { id: "job_hopeless", status: 500 };
    return { id, status, message: error.message };
  }
  return { id: "internal", status: 500, message: "Something went wrong on this server. Its log says what." };
}

/** Whether it is a fault of this program or its machine rather than something foreseen, so that the log is to tell it. */
export function isUnforeseen(error: unknown): boolean {
  return !(error instanceof AppError || error instanceof HopelessJob);
}
