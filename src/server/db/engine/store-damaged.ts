import { AppError } from "#server/platform/errors.ts";

/** 503: the database is damaged. `found` describes the damage, without a final period. */
export function storeDamaged(cause: unknown, found = "part of it can't be read"): AppError {
  return new AppError(
    "store_damaged",
    503,
    `The database is damaged or isn't Winnow's: ${found}. Your administrator can stop the server and restore a backup with npm run restore -- --replace FILE.`,
    { cause, members: { found } },
  );
}
