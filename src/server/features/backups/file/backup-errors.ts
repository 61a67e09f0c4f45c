import { AppError, messageOf } from "#server/platform/errors.ts";

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/** 422: the file isn't a complete backup. `found` says why, without a period. */
export function damagedBackup(path: string, found: string, cause?: unknown): AppError {
  return new AppError(
    "backup_damaged",
    422,
    `${path} isn't a complete Winnow backup: ${found}. Nothing was restored. Use another file.`,
    { cause },
  );
}

/** 404: the file can't be read. */
export function unreadableBackup(path: string, cause: unknown): AppError {
  return new AppError("backup_unreadable", 404, `${path} can't be read (${messageOf(cause)}). Check its name.`, {
    cause,
  });
}

/** 409: a newer or different version wrote it. */
export function newerBackup(path: string, what: string): AppError {
  return new AppError(
    "backup_newer",
    409,
    `${path} was written by a newer or different version of Winnow (${what}). Restore it with that version.`,
  );
}

/** Turns an error of writing a file into one for users; returns others unchanged. */
export function unwritable(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") {
    return new AppError("backup_exists", 409, `${path} already exists. Choose another name.`, { cause: error });
  }
  // The database of the test restore reports a full disk as store_full.
  const isFull = FULL.has(code ?? "") || (error instanceof AppError && error.id === "store_full");
  if (isFull) {
    return new AppError(
      "disk_full",
      507,
      `The disk has no space for ${path}. Free some space or choose another location.`,
      {
        cause: error,
      },
    );
  }
  if (code === undefined || !/^E[A-Z]+$/u.test(code) || !(error instanceof Error)) return error;
  return new AppError(
    "backup_unwritable",
    503,
    `${path} can't be written (${error.message}). Choose another location.`,
    {
      cause: error,
    },
  );
}
