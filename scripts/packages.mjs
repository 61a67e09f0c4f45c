import { existsSync, readFileSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { pinnedNode, root, run } from "./project.mjs";
import { withSetupLock } from "./setup-lock.mjs";

/**
 * Makes node_modules match package-lock.json, the pinned Node included. Does nothing when it already does; everything
 * it has to say goes to stderr. Throws one sentence with the mend when it cannot.
 */
export async function installPackages() {
  if (installed() && existsSync(pinnedNode)) return;
  await withSetupLock(async () => {
    if (!installed()) await install();
    if (!existsSync(pinnedNode)) {
      throw new Error(
        "Node 24 is missing because npm is set to skip install scripts. Run: npm rebuild node --ignore-scripts=false",
      );
    }
  });
}

async function install() {
  console.error("Installing packages …");
  // npm must not run on the Node inside the folder that it is about to replace.
  const inside = join(root, "node_modules") + sep;
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !(folder + sep).startsWith(inside));
  // Not npm ci: npm 11 refuses a lockfile when the registry lacks an optional package of some other system. The versions
  // of the lockfile hold here too, and it is left as it is.
  const code = await run("npm", ["install", "--no-save", "--include=dev", "--loglevel=error"], {
    env: { ...process.env, PATH: path.join(delimiter) },
    output: "stderr",
    shell: process.platform === "win32",
  });
  if (code !== 0) throw new Error(`npm could not install the packages (exit code ${code}); its message is above.`);
}

/** Whether npm's own record of what it installed has every package of the lockfile in the same version. */
function installed() {
  const record = join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const present = packagesIn(record);
  return Object.entries(packagesIn(join(root, "package-lock.json"))).every(
    ([path, { version, optional, devOptional }]) =>
      // Optional packages are those of other systems too.
      path === "" || optional || devOptional || present[path]?.version === version,
  );
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function packagesIn(lockfile) {
  return JSON.parse(readFileSync(lockfile, "utf8")).packages;
}
