import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { commandOf, pinnedNode, root, run } from "./project.mjs";
import { withSetupLock } from "./setup-lock.mjs";

/** Packages with native code, and packages that read files next to their modules. */
export const UNBUNDLED = ["better-sqlite3", "playwright-core", "pino", "@fastify/swagger", "@fastify/swagger-ui"];

/** In a bundle's folder: the files of the last build. */
export const BUILD_FILES = ".build-files";

/** @typedef {{ what: string, folder: string, inputs: readonly string[], command: () => string[] }} Build */

/** @type {Build} */
const WEB_PAGE = {
  what: "web page",
  folder: "dist/web",
  inputs: ["src/web", "src/shared", "vite.config.ts", "package-lock.json"],
  command: () => [commandOf("vite"), "build", "--logLevel", "warn"],
};

/** @type {Build} */
const SERVER = {
  what: "server",
  folder: "dist/server",
  inputs: ["src/server", "src/shared", "scripts/bundle-server.mjs", "scripts/builds.mjs", "package-lock.json"],
  command: () => ["scripts/bundle-server.mjs"],
};

/** Builds the web page into dist/web unless it's up to date. */
export function buildWebPage() {
  return build(WEB_PAGE);
}

/** Bundles the server into dist/server unless it's up to date. */
export function buildServer() {
  return build(SERVER);
}

/**
 * The hash is written last, so an interrupted build is repeated. Output goes to stderr.
 *
 * @param {Build} build
 */
async function build({ what, folder, inputs, command }) {
  const record = join(root, folder, ".build-hash");
  const upToDate = () => existsSync(record) && readFileSync(record, "utf8") === hashOf(inputs);
  if (upToDate()) return;
  await withSetupLock(async () => {
    if (upToDate()) return;
    console.error(`Building the ${what} …`);
    const hash = hashOf(inputs);
    const code = await run(pinnedNode, command(), {
      // The shell's NODE_ENV could select React's development build.
      env: { ...process.env, NODE_ENV: "production" },
      output: "stderr",
    });
    if (code !== 0) throw new Error(`The ${what} couldn't be built (exit code ${code}); see the message above.`);
    writeFileSync(record, hash);
  });
}

/**
 * Removes what neither this build nor the one before wrote: a server that runs while `npm run backup` builds new sources
 * still loads its own chunks.
 *
 * @param {string} folder
 * @param {readonly string[]} written
 */
export async function keepTwoBuilds(folder, written) {
  const record = join(folder, BUILD_FILES);
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  /** @type {string[]} */
  const before = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : files;
  const kept = new Set([...written, ...before]);
  await Promise.all(files.filter((name) => !kept.has(name)).map((name) => rm(join(folder, name))));
  writeFileSync(record, JSON.stringify(written));
}

/** @param {readonly string[]} inputs */
function hashOf(inputs) {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap(filesUnder)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/**
 * @param {string} path relative to the project's folder
 * @returns {string[]} the file itself, or every file in the folder, in the same order on every machine
 */
function filesUnder(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  const names = readdirSync(join(root, path)).sort();
  return names.flatMap((name) => filesUnder(`${path}/${name}`));
}
