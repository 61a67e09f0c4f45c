import { parseArgs } from "node:util";
import { moveToPostgres } from "#server/features/backups/file/move-to-postgres.ts";
import { runCommand } from "#server/commands/run-command.ts";
import { readEnv } from "#server/platform/env.ts";
import { AppError } from "#server/platform/errors.ts";

await runCommand("DATABASE_URL=postgres://… npm run move-to-postgres", async (watch) => {
  parseArgs({ options: {} });
  const { dataDir, databaseUrl, secretKey } = readEnv(process.env);
  if (databaseUrl === undefined) {
    throw new AppError(
      "database_missing",
      400,
      "Set the PostgreSQL database to move to: DATABASE_URL=postgres://… npm run move-to-postgres",
    );
  }
  const moved = await moveToPostgres({ dataDir, databaseUrl }, watch);
  const key =
    secretKey === undefined
      ? `keep secret.key in ${dataDir}, and copy it to the data folder of every other machine`
      : "keep the same WINNOW_SECRET_KEY on every machine";
  return `Moved ${moved.leads.toLocaleString("en")} leads and everything else to PostgreSQL and compared every table. Start Winnow with this DATABASE_URL from now on, and ${key}. The SQLite file in ${dataDir} is unchanged. Everyone must sign in again.`;
});
