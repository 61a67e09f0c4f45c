import { conflict, type AppError } from "#server/platform/errors.ts";

/** 409: an e-mail address belongs to one lead only. */
export function leadConflict(): AppError {
  return conflict("lead_conflict", "Another lead has this e-mail address.");
}

/** 409: a person would bring in by hand somebody who was erased. */
export function personErased(): AppError {
  return conflict(
    "person_erased",
    "This person was erased and is to stay out. An owner can let them in again under Team, Personal data.",
  );
}

/** 409: the lead is no longer as it was when the change was decided; deciding again on what it is now will do. */
export function leadChanged(): AppError {
  return conflict("lead_conflict", "The lead was changed by someone else in the meantime. Try again.");
}

/** 409: the source of a batch was deleted, and the rows it remembers with it. */
export function sourceGone(): AppError {
  return conflict("source_gone", "The data source was deleted in the meantime.");
}
