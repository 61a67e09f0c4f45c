import { conflict, type AppError } from "#server/platform/errors.ts";

/** A job cannot wait again while another does the same. */
export function jobWaits(title: string): AppError {
  return conflict("job_waits", `"${title}" waits or runs already. See how that one ends first.`);
}
