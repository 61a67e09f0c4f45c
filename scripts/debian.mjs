import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { run } from "./project.mjs";

const POLICY = "/usr/sbin/policy-rc.d";

/**
 * Installs missing packages on Debian as root. Elsewhere, or on failure, the program that needs one says what to
 * install.
 *
 * @param {{ name: string, isThere: () => boolean }[]} packages
 */
export async function installOnDebian(packages) {
  const missing = packages.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  if (missing.length === 0 || process.getuid?.() !== 0 || !isDebian()) return;
  console.error(`Installing ${missing.join(", ")} with apt-get …`);
  const apt = (/** @type {string[]} */ ...args) =>
    run("apt-get", ["-qq", "-o", "Dpkg::Use-Pty=0", "-o", "DPkg::Lock::Timeout=300", ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      output: "stderr",
    });
  // Tests start separate servers, so this policy file keeps packages from starting system services.
  const ownPolicy = !existsSync(POLICY);
  if (ownPolicy) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    await apt("update");
    const code = await apt("install", "--yes", "--no-install-recommends", ...missing);
    if (code !== 0) console.error(`apt-get couldn't install ${missing.join(", ")} (exit code ${code}).`);
  } finally {
    if (ownPolicy) rmSync(POLICY, { force: true });
  }
}

function isDebian() {
  return existsSync("/etc/os-release") && /^ID=debian$/mu.test(readFileSync("/etc/os-release", "utf8"));
}
