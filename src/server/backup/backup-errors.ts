import { AppError, messageOf } from "#server/platform/errors.ts";

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/** 422: the file is no backup, or not the whole of one. `found` says why, without a full stop. */
export function damagedBackup(path: string, found: string, cause?: unknown): AppError {
  return new AppError(
    "backup_damaged",
    422,
    `${path} is not a whole backup of Winnow: ${found}. Nothing was restored; use another one.`,
    { cause },
  );
}

/** 404: the file cannot be read at all. */
export function unreadableBackup(path: string, cause: unknown): AppError {
  return new AppError("backup_unreadable", 404, `${path} cannot be read (${messageOf(cause)}). Check its name.`, {
    cause,
  });
}

/** 409: a program that is newer, or another one, wrote it. */
export function newerBackup(path: string, what: string): AppError {
  return new AppError(
    "backup_newer",
    409,
    `${path} was written by a newer or another Winnow (${what}). Restore it with that one.`,
  );
}

/** An error of writing a file as one that people may see; others stay as they are. */
export function unwritable(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") {
    return new AppError("backup_exists", 409, `There is a file ${path} already. Name another one.`, { cause: error });
  }
  // The database that a backup is restored into for its check says so in words of its own.
  const isFull = FULL.has(code ?? "") || (error instanceof AppError && error.id === "store_full");
  if (isFull) {
    return new AppError("disk_full", 507, `The disk has no room for ${path}. Make room, or name another place.`, {
      cause: error,
    });
  }
  if (code === undefined || !/^E[A-Z]+$/u.test(code) || !(error instanceof Error)) return error;
  return new AppError("backup_unwritable", 503, `${path} cannot be written (${error.message}). Name another place.`, {
    cause: error,
  });
}
