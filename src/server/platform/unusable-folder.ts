import { AppError, messageOf } from "#server/platform/errors.ts";

/** Error codes of the operating system and SQLite when this user may not create, read or write a path. */
const REFUSED_PATH = /^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ELOOP|ENAMETOOLONG|SQLITE_(?:CANTOPEN|READONLY|PERM).*)$/u;

/**
 * Converts the error of a data folder that can't be created, read or written to data_folder_unusable, with the path and
 * how to fix it; returns others unchanged.
 */
export function unusableFolder(folder: string, error: unknown): unknown {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof Error && "code" in cause && REFUSED_PATH.test(String(cause.code)))) return error;
  const user = process.getuid?.();
  const chown = user === undefined ? "" : ` (chown -R ${user} '${folder}')`;
  return new AppError(
    "data_folder_unusable",
    503,
    `Can't use the data folder ${folder} (${messageOf(cause)}). Make this user the owner of it and its files${chown}, or choose another folder with WINNOW_DATA_DIR.`,
    { cause },
  );
}
