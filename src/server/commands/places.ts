import { join, resolve } from "node:path";
import type { Env } from "#server/platform/env.ts";
import { AppError } from "#server/platform/errors.ts";
import { sizeOf } from "#server/db/sqlite/sqlite-check.ts";
import type { LeadsAddress } from "#server/db/lead-reader/leads-view.ts";

/**
 * The file argument, relative to the caller's folder: npm runs commands in the project's folder and passes the original
 * one as INIT_CWD. Throws usage unless there is exactly one.
 */
export function fileOf(
  positionals: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  usage: string,
): string {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new AppError("usage", 400, `Specify one file: ${usage}`);
  return resolve(environment["INIT_CWD"] ?? ".", file);
}

/** The configured database. Throws data_folder_empty if there is none yet. */
export function storeOf({ dataDir, databaseUrl }: Pick<Env, "dataDir" | "databaseUrl">): LeadsAddress {
  if (databaseUrl !== undefined) return { engine: "postgres", url: databaseUrl };
  const file = join(resolve(dataDir), "winnow.db");
  if (sizeOf(file) > 0) return { engine: "sqlite", file };
  throw new AppError(
    "data_folder_empty",
    404,
    `There's no database in ${resolve(dataDir)}. Set WINNOW_DATA_DIR to the folder that has one.`,
  );
}
