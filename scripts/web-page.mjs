import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandOf, pinnedNode, root, run } from "./project.mjs";
import { withSetupLock } from "./setup-lock.mjs";

const INPUTS = ["src/web", "src/shared", "vite.config.ts", "package-lock.json"];
const RECORD = join(root, "dist/web/.build-hash");

/**
 * Builds the web page into dist/web unless it's up to date. Vite empties the folder first and the hash is written last,
 * so an interrupted build is repeated. Output goes to stderr.
 */
export async function buildWebPage() {
  if (upToDate()) return;
  await withSetupLock(async () => {
    if (upToDate()) return;
    console.error("Building the web page …");
    const hash = hashOfInputs();
    const code = await run(pinnedNode, [commandOf("vite"), "build", "--logLevel", "warn"], {
      // The shell's NODE_ENV could select React's development build.
      env: { ...process.env, NODE_ENV: "production" },
      output: "stderr",
    });
    if (code !== 0) throw new Error(`The web page couldn't be built (exit code ${code}); see the message above.`);
    writeFileSync(RECORD, hash);
  });
}

function upToDate() {
  return existsSync(RECORD) && readFileSync(RECORD, "utf8") === hashOfInputs();
}

function hashOfInputs() {
  const hash = createHash("sha256");
  for (const file of INPUTS.flatMap(filesUnder)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
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
