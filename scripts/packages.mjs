import { existsSync, readFileSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { pinnedNode, root, run } from "./project.mjs";
import { withSetupLock } from "./setup-lock.mjs";

/**
 * Makes node_modules match package-lock.json, including the pinned Node. Output goes to stderr; an error says how to fix
 * it.
 *
 * @param {{ onlyToRun?: boolean }} [options] `onlyToRun` leaves out what only tests, checks and benchmarks need: a quarter
 *   of the size
 */
export async function installPackages({ onlyToRun = false } = {}) {
  if (installed(onlyToRun) && existsSync(pinnedNode)) return;
  await withSetupLock(async () => {
    // A developer's packages stay: npm would remove them.
    if (!installed(onlyToRun)) await install(onlyToRun && !hasDevPackages());
    if (!existsSync(pinnedNode)) {
      throw new Error(
        "Node 24 is missing because npm skips install scripts. Run: npm rebuild node --ignore-scripts=false",
      );
    }
  });
}

/** @param {boolean} onlyToRun */
async function install(onlyToRun) {
  console.error("Installing packages …");
  // npm must not run on the Node in the folder it's replacing.
  const inside = join(root, "node_modules") + sep;
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !(folder + sep).startsWith(inside));
  // Not npm ci: npm 11 rejects the lockfile if the registry lacks an optional package for another system. This also uses
  // the lockfile's versions and leaves it unchanged.
  const code = await run(
    "npm",
    ["install", "--no-save", onlyToRun ? "--omit=dev" : "--include=dev", "--loglevel=error"],
    {
      env: { ...process.env, PATH: path.join(delimiter) },
      output: "stderr",
      shell: process.platform === "win32",
    },
  );
  if (code !== 0) throw new Error(`npm couldn't install the packages (exit code ${code}); see its message above.`);
}

/**
 * Whether npm's record of installed packages matches the lockfile.
 *
 * @param {boolean} onlyToRun
 */
function installed(onlyToRun) {
  const present = installedPackages();
  return Object.entries(packagesIn(join(root, "package-lock.json"))).every(
    ([path, { version, dev, optional, devOptional }]) =>
      // Optional packages include those for other systems.
      path === "" || optional || devOptional || (dev && onlyToRun) || present[path]?.version === version,
  );
}

function hasDevPackages() {
  return Object.values(installedPackages()).some(({ dev }) => dev);
}

function installedPackages() {
  const record = join(root, "node_modules/.package-lock.json");
  return existsSync(record) ? packagesIn(record) : {};
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
function packagesIn(lockfile) {
  return JSON.parse(readFileSync(lockfile, "utf8")).packages;
}
