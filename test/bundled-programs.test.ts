import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "#test/stores.ts";
import { BUILD_FILES, buildServer, keepTwoBuilds } from "../scripts/builds.mjs";

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
  const built = JSON.parse(readFileSync(join(FOLDER, BUILD_FILES), "utf8")) as string[];
  const file = built.find((one) => one.startsWith(`${name}-`)) ?? "";
  const thread = new Worker(join(FOLDER, file));
  onTestFinished(async () => void (await thread.terminate()));
  expect(await once(thread, "message")).toEqual(["loaded"]);
});

it("keeps the chunks of the build before, which a running server may still load", async () => {
  const folder = await temporaryFolder();
  for (const chunk of ["first.js", "second.js", "third.js"]) {
    writeFileSync(join(folder, "main.js"), chunk);
    writeFileSync(join(folder, chunk), "");
    await keepTwoBuilds(folder, ["main.js", chunk]);
  }
  expect(readdirSync(folder).toSorted()).toEqual([BUILD_FILES, "main.js", "second.js", "third.js"]);
});
