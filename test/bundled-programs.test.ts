import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { buildServer } from "../scripts/builds.mjs";

const FOLDER = join(import.meta.dirname, "../dist/server");
/** The thread that copies SQLite's log says nothing at its start. */
const THREADS = [
  "backup-thread",
  "check-worker",
  "extraction-worker",
  "learning-worker",
  "mail-worker",
  "password-worker",
  "score-worker",
  "sqlite-check-thread",
  "what-if-worker",
];

beforeAll(buildServer);

it.each(THREADS)("the %s starts from the bundle", async (name) => {
  const file = readdirSync(FOLDER).find((one) => one.startsWith(`${name}-`)) ?? "";
  const thread = new Worker(join(FOLDER, file));
  onTestFinished(async () => void (await thread.terminate()));
  expect(await once(thread, "message")).toEqual(["loaded"]);
});
