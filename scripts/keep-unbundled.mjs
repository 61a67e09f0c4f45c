// Removes from node_modules what dist/server contains and what only building needs: the container image keeps the rest.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { UNBUNDLED } from "./builds.mjs";
import { root } from "./project.mjs";

const FOLDER = join(root, "node_modules");

/** @type {Set<string>} */
const kept = new Set();
/** @param {string} name */
const keep = (name) => {
  if (kept.has(name) || !existsSync(join(FOLDER, name))) return;
  kept.add(name);
  dependenciesOf(join(FOLDER, name)).forEach(keep);
};
UNBUNDLED.forEach(keep);
for (const name of packagesIn(FOLDER)) if (!kept.has(name)) rmSync(join(FOLDER, name), { recursive: true });

/**
 * With those of packages nested in it.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function dependenciesOf(folder) {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const nested = join(folder, "node_modules");
  const inside = existsSync(nested) ? packagesIn(nested).flatMap((name) => dependenciesOf(join(nested, name))) : [];
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...inside];
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function packagesIn(folder) {
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  return names.flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(folder, name)).map((one) => `${name}/${one}`) : [name],
  );
}
