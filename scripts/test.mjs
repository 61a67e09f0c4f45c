// npm test: installs what it needs and runs every check and test; `npm test -- lint unit` runs only those steps.
// All steps run even after a failure, so one run shows everything to fix.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installOnDebian } from "./debian.mjs";
import { installPackages } from "./packages.mjs";
import { commandOf, main, onPath, pinnedNode, root, run } from "./project.mjs";
import { countsOf } from "./test-counts.mjs";
import { failuresOf } from "./test-failures.mjs";
import { buildServer, buildWebPage } from "./builds.mjs";

const RESULTS = join(root, ".cache/test-results");

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { output?: string, seconds: number }} Result */
/** @typedef {Record<string, { title: string, run: () => Promise<Result> }>} Steps */

/** @type {Steps} */
const checks = {
  types: { title: "Types (tsc)", run: () => check(commandOf("typescript", "tsc"), "-b") },
  lint: { title: "Lint (oxlint)", run: () => check(commandOf("oxlint")) },
  format: { title: "Format (oxfmt)", run: () => check(commandOf("oxfmt"), "--check", ".") },
  unused: { title: "Unused code (knip)", run: () => check(commandOf("knip"), "--no-progress") },
};

/** @type {Steps} */
const suites = {
  unit: { title: "Unit tests", run: () => timed(() => vitest("unit", "web")) },
  http: { title: "HTTP tests", run: () => timed(() => vitest("http")) },
  e2e: { title: "End to end (Chromium)", run: () => timed(endToEnd) },
};
const steps = { ...checks, ...suites };

await main(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(steps);
  const unknown = names.find((name) => !(name in steps));
  if (unknown) throw new Error(`Unknown step "${unknown}". Steps: ${Object.keys(steps).join(", ")}.`);
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  await installPackages();
  if (names.some((name) => name in suites)) {
    await installOnDebian([
      { name: "chromium", isThere: () => onPath("chromium") },
      { name: "chromium-headless-shell", isThere: () => onPath("chromium-headless-shell") },
      { name: "postgresql", isThere: hasPostgres },
      { name: "pgbouncer", isThere: () => existsSync("/usr/sbin/pgbouncer") },
      { name: "dovecot-imapd", isThere: () => existsSync("/usr/lib/dovecot/imap") },
    ]);
  }
  return runSteps(names);
});

/** @param {string[]} names */
async function runSteps(names) {
  const total = { passed: 0, failed: 0 };
  const lines = [];
  const failures = [];
  // All checks run at once, because most of them leave a core idle. Each shows its output when its step comes.
  const underWay = new Map(
    Object.entries(checks).flatMap(([name, { run: start }]) => (names.includes(name) ? [[name, start()]] : [])),
  );
  for (const [index, name] of names.entries()) {
    const step = steps[name];
    if (step === undefined) continue;
    console.log(`\n── ${index + 1}/${names.length} ${step.title} ${"─".repeat(60 - step.title.length)}`);
    const { passed, failed, skipped, seconds, output = "" } = await (underWay.get(name) ?? step.run());
    process.stdout.write(output);
    if (name in suites) failures.push(...failuresOf(step.title, reportOf(name)));
    total.passed += passed;
    total.failed += failed;
    const counts = `${passed} ok${failed ? `, ${failed} FAILED` : ""}${skipped ? `, ${skipped} skipped` : ""}`;
    lines.push(`${failed ? "✗" : "✓"} ${step.title.padEnd(24)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${counts}`);
  }
  // Failures come last, because people look at the end of a long log.
  console.log(["", ...failures, ...lines].join("\n"));
  writeFileSync(join(RESULTS, "total"), `${total.passed} ${total.failed}\n`);
  return total.failed === 0 ? 0 : 1;
}

/**
 * A check counts as one test.
 *
 * @param {string[]} command
 * @returns {Promise<Result>}
 */
async function check(...command) {
  let output = "";
  const result = await timed(async () => {
    const child = spawn(pinnedNode, command, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
    const [code] = await once(child, "close");
    const passed = code === 0 ? 1 : 0;
    return { passed, failed: 1 - passed, skipped: 0 };
  });
  return { ...result, output };
}

/**
 * @param {() => Promise<Counts>} work
 * @returns {Promise<Result>}
 */
async function timed(work) {
  const start = performance.now();
  const counts = await work();
  return { ...counts, seconds: (performance.now() - start) / 1000 };
}

/**
 * @param {string} step
 * @param {string[]} others more projects in vitest.config.ts
 * @returns {Promise<Counts>}
 */
async function vitest(step, ...others) {
  const report = reportOf(step);
  const projects = [step, ...others].flatMap((name) => ["--project", name]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(pinnedNode, [commandOf("vitest"), "run", ...projects, ...reporters]);
  return countsOf(report, code);
}

/** @param {string} step */
function reportOf(step) {
  return join(RESULTS, `${step}.json`);
}

/** Builds the page first, so the browser tests the current sources. */
async function endToEnd() {
  try {
    await buildWebPage();
    await buildServer();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return vitest("e2e");
}

function hasPostgres() {
  const versions = "/usr/lib/postgresql";
  return existsSync(versions) && readdirSync(versions).some((name) => existsSync(`${versions}/${name}/bin/postgres`));
}
