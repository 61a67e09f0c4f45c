import { AppError, conflict } from "#server/platform/errors.ts";

/** 409: an email address belongs to one lead only. */
export function leadConflict(): AppError {
  return conflict("lead_conflict", "Another lead has this email address.");
}

const ATTEMPTS = 5;

/** Retries work on leads when another process takes an address between its check and its write. Throws lead_conflict. */
export async function despiteConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.id !== "lead_conflict" || tries === ATTEMPTS) throw error;
    }
  }
}

/** 409: someone tried to manually add a person who was erased. */
export function personErased(): AppError {
  return conflict(
    "person_erased",
    "This person was erased and is blocked. An owner can allow them again under Team > Personal data.",
  );
}

/** 409: the lead changed after the decision; decide again based on its current state. */
export function leadChanged(): AppError {
  return conflict("lead_conflict", "Someone else changed this lead. Try again.");
}

/** 409: the batch's source was deleted, along with its stored rows. */
export function sourceGone(): AppError {
  return conflict("source_gone", "The data source was deleted.");
}
