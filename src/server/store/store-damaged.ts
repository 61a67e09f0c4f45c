import { AppError } from "#server/platform/errors.ts";
import { newestNightlyBackup } from "#server/store/backup/backup-name.ts";

/** 503: the database is not whole. `found` is what was found, in words of its own; it ends without a full stop. */
export function storeDamaged(cause: unknown, found = "a part of it cannot be read"): AppError {
  return new AppError(
    "store_damaged",
    503,
    `The database is damaged or is not Winnow's: ${found}. Whoever runs this server stops it and restores a backup with npm run restore.`,
    { cause, members: { found } },
  );
}

/** An error of opening the store, which for a damaged one names the backup to restore; others stay as they are. */
export function withBackupToRestore(error: unknown, place: string, backupDir: string): unknown {
  if (!(error instanceof AppError) || error.id !== "store_damaged") return error;
  const { found = "" } = error.members;
  const newest = newestNightlyBackup(backupDir);
  const mend =
    newest === null
      ? `There is no nightly backup in ${backupDir}: restore one of your own with npm run restore -- --replace FILE`
      : `Restore the newest verified backup with npm run restore -- --replace ${newest}`;
  return new AppError(
    "store_damaged",
    503,
    `The database in ${place} is damaged or is not Winnow's: ${found}. Nothing in it was changed. ${mend}, which keeps the damaged one aside.`,
    { cause: error.cause },
  );
}
