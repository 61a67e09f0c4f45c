import { existsSync } from "node:fs";
import { join } from "node:path";
import { counted } from "#shared/counted.ts";
import { AppError } from "#server/platform/errors.ts";
import { backupsIn, newestNightlyBackup } from "#server/db/engine/backup-name.ts";

interface DataPlace {
  folder: string;
  backupDir: string;
  isPostgres: boolean;
}

/**
 * Checks now for data from an earlier start, and returns a guard that throws store_missing before an empty database is
 * created next to it. Call this before opening the database: when two processes start on a new folder, the second would
 * otherwise see what the first just created.
 */
export function lostDatabaseGuard(place: DataPlace): () => void {
  const left = leftBehind(place);
  return () => {
    if (left.length > 0) throw storeMissing(place, left);
  };
}

function leftBehind({ folder, backupDir }: DataPlace): string[] {
  const key = join(folder, "secret.key");
  const backups = backupsIn(backupDir).length;
  return [
    ...(existsSync(key) ? [key] : []),
    ...(backups === 0 ? [] : [`${counted(backups, "backup")} in ${backupDir}`]),
  ];
}

function storeMissing({ folder, backupDir, isPostgres }: DataPlace, left: readonly string[]): AppError {
  const file = join(folder, "winnow.db");
  const newest = newestNightlyBackup(backupDir) ?? "FILE";
  const [what, restore, other] = isPostgres
    ? [
        "The PostgreSQL database has no Winnow data",
        `Check DATABASE_URL, or restore a backup with npm run restore -- ${newest}`,
        existsSync(file) ? ` If the data is in ${file}, move it with npm run move-to-postgres.` : "",
      ]
    : [
        `The database ${file} is ${existsSync(file) ? "empty" : "missing"}`,
        `Restore a backup with npm run restore -- --replace ${newest}`,
        " If the data is in PostgreSQL, set DATABASE_URL.",
      ];
  const found = left.join(" and ");
  return new AppError(
    "store_missing",
    503,
    `${what}, but earlier data exists: ${found}. Nothing was changed. ${restore}.${other} To start over without the old data, move ${left.length === 1 ? "it" : "both"} elsewhere first.`,
  );
}

/** Adds the backup to restore to a store_damaged error; returns any other error unchanged. */
export function withBackupToRestore(error: unknown, place: string, backupDir: string): unknown {
  if (!(error instanceof AppError) || error.id !== "store_damaged") return error;
  const { found } = error.members;
  const newest = newestNightlyBackup(backupDir);
  const remedy =
    newest === null
      ? `There's no nightly backup in ${backupDir}. Restore one of your own with npm run restore -- --replace FILE`
      : `Restore the newest verified backup with npm run restore -- --replace ${newest}`;
  return new AppError(
    "store_damaged",
    503,
    `The database in ${place} is damaged or isn't Winnow's: ${typeof found === "string" ? found : ""}. Nothing was changed. ${remedy}; the damaged database is set aside.`,
    { cause: error.cause },
  );
}
