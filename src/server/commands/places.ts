import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Env } from "#server/platform/env.ts";
import { AppError } from "#server/platform/errors.ts";
import type { LeadsAddress } from "#server/store/lead-reader.ts";

/**
 * The one file that a command names, from where the person stands: npm runs a command in the project's folder and says in
 * INIT_CWD where it was called. Throws usage without a file or with several.
 */
export function fileOf(
  positionals: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  usage: string,
): string {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new AppError("usage", 400, `Name one file: ${usage}`);
  return resolve(environment["INIT_CWD"] ?? ".", file);
}

/** Where the store is. Throws data_folder_empty when there is no database yet. */
export function storeOf({ dataDir, databaseUrl }: Pick<Env, "dataDir" | "databaseUrl">): LeadsAddress {
  if (databaseUrl !== undefined) return { engine: "postgres", url: databaseUrl };
  const file = join(resolve(dataDir), "winnow.db");
  if (existsSync(file)) return { engine: "sqlite", file };
  throw new AppError(
    "data_folder_empty",
    404,
    `There is no database in ${resolve(dataDir)}. Name the folder that has one with WINNOW_DATA_DIR.`,
  );
}
