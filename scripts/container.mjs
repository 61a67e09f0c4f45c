// npm run container: builds the container image, starts it and imports a file, without a registry or Docker's service.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { installOnDebian } from "./debian.mjs";
import { installPackages } from "./packages.mjs";
import { main, onPath, pinnedNode, run } from "./project.mjs";
import { buildServer, buildWebPage } from "./builds.mjs";

/** Debian's packages, and a program of each. */
const PROGRAMS = { podman: "podman", buildah: "buildah", mmdebstrap: "mmdebstrap", procps: "pgrep" };
/** Everything the check mounts or starts ends with these namespaces, even if it's killed. */
const ALONE = ["--mount", "--pid", "--mount-proc", "--fork", "--kill-child"];

await main(async () => {
  await installPackages();
  await buildWebPage();
  await buildServer();
  const packages = Object.entries(PROGRAMS).map(([name, program]) => ({ name, isThere: () => onPath(program) }));
  await installOnDebian(packages);
  const missing = packages.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`npm run container needs ${missing.join(", ")}. Run it on Debian as root.`);
  const folder = mkdtempSync(join(tmpdir(), "winnow-container-"));
  try {
    // It ignores SIGTERM; killed, it ends everything in its namespaces.
    return await run("unshare", [...ALONE, pinnedNode, "test/container-image.ts", folder], { endBy: "SIGKILL" });
  } finally {
    await removeFolder(folder);
  }
});

/**
 * Removes a temporary folder, unless something is mounted in it, whose files would be removed as well.
 *
 * @param {string} folder
 */
async function removeFolder(folder) {
  if (readFileSync("/proc/self/mountinfo", "utf8").includes(basename(folder))) {
    throw new Error(`${folder} wasn't removed, because something is mounted in it. Unmount that first.`);
  }
  await run("rm", ["-rf", "--one-file-system", folder]);
}
