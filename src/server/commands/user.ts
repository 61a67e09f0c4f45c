import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { NewPassword, Username } from "#shared/contract/user.ts";
import { Role } from "#shared/contract/permission.ts";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { checked } from "#server/platform/checked.ts";
import { systemClock } from "#server/platform/clock.ts";
import { readEnv } from "#server/platform/env.ts";
import { AppError } from "#server/platform/errors.ts";
import { createLog } from "#server/platform/log.ts";
import { ask } from "#server/commands/ask-passphrase.ts";
import { storeOf } from "#server/commands/places.ts";
import { runCommand } from "#server/commands/run-command.ts";
import { openStore } from "#server/db/open-store.ts";
import type { Store } from "#server/db/store.ts";
import {
  accountLines,
  addByCommand,
  removeByCommand,
  setPasswordByCommand,
} from "#server/features/accounts/by-command.ts";
import { PASSWORD_COST } from "#server/features/accounts/credentials/passwords.ts";

const USAGE = "npm run user -- add NAME [--role owner|member|viewer] | password NAME | remove NAME | list";

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { role: { type: "string" } } });
  const [verb = "", name, ...rest] = positionals;
  const isListing = verb === "list";
  if (!["add", "password", "remove", "list"].includes(verb) || rest.length > 0 || (name === undefined) !== isListing) {
    throw usage(`Usage: ${USAGE}`);
  }
  const username = isListing ? "" : checked(Username, name, "The name");
  const role = checked(Role, values.role ?? "member", "The role");
  const password = ["add", "password"].includes(verb) ? checked(NewPassword, await askPassword(), "The password") : "";

  const env = readEnv(process.env);
  // Only the first account may be created before the first start.
  if (verb !== "add") storeOf(env);
  const log = createLog(env.logLevel);
  const store = await openAlongside(env);
  const feed = createChangeFeed(store, log);
  try {
    const place = { store, feed, log, clock: systemClock, passwordCost: PASSWORD_COST };
    switch (verb) {
      case "add":
        await addByCommand(place, { username, role, password });
        return `${username} can now sign in. Role: ${role}.`;
      case "password":
        await setPasswordByCommand(place, username, password);
        return `${username} can sign in with the new password. Two-factor authentication is off, all browsers were signed out and all API tokens were deleted.`;
      case "remove":
        await removeByCommand(place, username);
        return `Removed ${username}.`;
      default: {
        const lines = await accountLines(place);
        return lines.length === 0 ? "There are no accounts." : lines.join("\n");
      }
    }
  } finally {
    feed.close();
    await store.close();
  }
});

/** Opens the store; with SQLite, only if no server is running. */
async function openAlongside({ dataDir, databaseUrl, backupDir }: ReturnType<typeof readEnv>): Promise<Store> {
  try {
    return await openStore({ dataDir, databaseUrl, backupDir });
  } catch (error) {
    if (!(error instanceof AppError) || error.id !== "data_folder_in_use") throw error;
    throw new AppError(
      "data_folder_in_use",
      503,
      `Winnow is running on the data folder ${dataDir}, and SQLite allows only one program. Stop it, run this again, and start it; or use the Team screen.`,
      { cause: error },
    );
  }
}

/** The first line of standard input, or typed twice at the terminal without echo. */
async function askPassword(): Promise<string> {
  if (process.stdin.isTTY) {
    const password = await ask("Password: ");
    if ((await ask("Repeat the password: ")) !== password) throw usage("The passwords don't match.");
    return password;
  }
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
  }
  return "";
}

function usage(message: string): AppError {
  return new AppError("usage", 400, message);
}
