// npm test: installs what it needs and runs every check and test; `npm test -- lint unit` runs only those steps.
// All steps run even after a failure, so that one run shows everything there is to mend.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installOnDebian } from "./debian.mjs";
import { installPackages } from "./packages.mjs";
import { commandOf, main, onPath, pinnedNode, root, run } from "./project.mjs";
import { countsOf } from "./test-counts.mjs";
import { failuresOf } from "./test-failures.mjs";
import { buildWebPage } from "./web-page.mjs";

const RESULTS = join(root, ".cache/test-results");

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Record<string, { title: string, run: () => Promise<Counts> }>} Steps */

/** @type {Steps} */
const checks = {
  types: { title: "Types (tsc)", run: () => check(commandOf("typescript", "tsc"), "-b") },
  lint: { title: "Lint (oxlint)", run: () => check(commandOf("oxlint")) },
  format: { title: "Format (oxfmt)", run: () => check(commandOf("oxfmt"), "--check", ".") },
  unused: { title: "Unused code (knip)", run: () => check(commandOf("knip"), "--no-progress") },
};

/** @type {Steps} */
const suites = {
  unit: { title: "Units and store", run: () => vitest("unit") },
  http: { title: "HTTP", run: () => vitest("http") },
  e2e: { title: "End to end (Chromium)", run: endToEnd },
};
const steps = { ...checks, ...suites };

await main(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(steps);
  const unknown = names.find((name) => !(name in steps));
  if (unknown) throw new Error(`There is no step "${unknown}". The steps are: ${Object.keys(steps).join(", ")}.`);
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
  for (const [index, name] of names.entries()) {
    const step = steps[name];
    if (step === undefined) continue;
    console.log(`\n── ${index + 1}/${names.length} ${step.title} ${"─".repeat(60 - step.title.length)}`);
    const start = performance.now();
    const { passed, failed, skipped } = await step.run();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (name in suites) failures.push(...failuresOf(step.title, reportOf(name)));
    total.passed += passed;
    total.failed += failed;
    const counts = `${passed} ok${failed ? `, ${failed} FAILED` : ""}${skipped ? `, ${skipped} skipped` : ""}`;
    lines.push(`${failed ? "✗" : "✓"} ${step.title.padEnd(24)} ${`${seconds} s`.padStart(8)}   ${counts}`);
  }
  // Last, because the end of a long log is what people see.
  console.log(["", ...failures, ...lines].join("\n"));
  writeFileSync(join(RESULTS, "total"), `${total.passed} ${total.failed}\n`);
  return total.failed === 0 ? 0 : 1;
}

/**
 * A check without tests of its own counts as one test.
 *
 * @param {string[]} command
 * @returns {Promise<Counts>}
 */
async function check(...command) {
  const passed = (await run(pinnedNode, command)) === 0 ? 1 : 0;
  return { passed, failed: 1 - passed, skipped: 0 };
}

/**
 * @param {string} project of vitest.config.ts
 * @returns {Promise<Counts>}
 */
async function vitest(project) {
  const report = reportOf(project);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(pinnedNode, [commandOf("vitest"), "run", "--project", project, ...reporters]);
  return countsOf(report, code);
}

/** @param {string} project of vitest.config.ts */
function reportOf(project) {
  return join(RESULTS, `${project}.json`);
}

/** The page that the browser is shown must be that of the sources being tested. */
async function endToEnd() {
  try {
    await buildWebPage();
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
