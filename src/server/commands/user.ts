import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { NewPassword, Username } from "#shared/contract/user.ts";
import { Role } from "#shared/contract/permission.ts";
import { ask } from "#server/commands/ask-passphrase.ts";
import { runCommand } from "#server/commands/run-command.ts";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { systemClock } from "#server/platform/clock.ts";
import { readEnv } from "#server/platform/env.ts";
import { AppError } from "#server/platform/errors.ts";
import { createLog } from "#server/platform/log.ts";
import { openStore } from "#server/store/open-store.ts";
import type { Store } from "#server/store/types.ts";
import {
  accountLines,
  addByCommand,
  removeByCommand,
  setPasswordByCommand,
} from "#server/workflows/accounts/by-command.ts";
import type { z } from "zod";

const USAGE = "npm run user -- add NAME [--role owner|member|viewer] | password NAME | remove NAME | list";

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { role: { type: "string" } } });
  const [verb = "", name, ...rest] = positionals;
  const isListing = verb === "list";
  if (!["add", "password", "remove", "list"].includes(verb) || rest.length > 0 || (name === undefined) !== isListing) {
    throw usage(`Say what to do: ${USAGE}`);
  }
  const username = isListing ? "" : checked(Username, name, "The name");
  const role = checked(Role, values.role ?? "member", "The role");
  const password = ["add", "password"].includes(verb) ? checked(NewPassword, await askPassword(), "The password") : "";

  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  const store = await openBesides(env);
  const feed = createChangeFeed(store, log);
  try {
    const place = { store, feed, log, clock: systemClock };
    switch (verb) {
      case "add":
        await addByCommand(place, { username, role, password });
        return `${username} can sign in now, as ${role}.`;
      case "password":
        await setPasswordByCommand(place, username, password);
        return `${username} signs in with the new password, without a second factor. Every browser was signed out and all API tokens were deleted.`;
      case "remove":
        await removeByCommand(place, username);
        return `${username} has no account any more.`;
      default: {
        const lines = await accountLines(place);
        return lines.length === 0 ? "Nobody has an account." : lines.join("\n");
      }
    }
  } finally {
    feed.close();
    await store.close();
  }
});

/** The store beside whoever else has it open, which SQLite does not allow. */
async function openBesides({ dataDir, databaseUrl }: ReturnType<typeof readEnv>): Promise<Store> {
  try {
    return await openStore({ dataDir, databaseUrl });
  } catch (error) {
    if (!(error instanceof AppError) || error.id !== "data_folder_in_use") throw error;
    throw new AppError(
      "data_folder_in_use",
      503,
      `Winnow is running on the data folder ${dataDir}, and SQLite lets only one program in. Stop it, run this again, and start it; or add people on the page, under Team.`,
      { cause: error },
    );
  }
}

/** The first line of standard input, or what is typed twice, unseen, at the terminal. */
async function askPassword(): Promise<string> {
  if (process.stdin.isTTY) {
    const password = await ask("Password: ");
    if ((await ask("The same again: ")) !== password) throw usage("The two passwords differ.");
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

function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw usage(`${what}: ${parsed.error.issues[0]?.message ?? "is not valid"}.`);
  return parsed.data;
}

function usage(message: string): AppError {
  return new AppError("usage", 400, message);
}
