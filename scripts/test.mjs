// npm test: installs what it needs and runs every check and test; `npm test -- lint unit` runs only those steps.
// All steps run even after a failure, so one run shows everything to fix.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { installOnDebian } from "./debian.mjs";
import { installPackages } from "./packages.mjs";
import { commandOf, main, onPath, pinnedNode, root, run } from "./project.mjs";
import { countsOf } from "./test-counts.mjs";
import { failuresOf } from "./test-failures.mjs";
import { buildServer, buildWebPage } from "./builds.mjs";

const RESULTS = join(root, ".cache/test-results");
const cores = Math.max(2, availableParallelism());

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { seconds: number }} Result */
/** @typedef {(text: string) => void} Write */
/** @typedef {Record<string, { title: string, run: (write: Write) => Promise<Counts> }>} Steps */

/**
 * One checker per project: two check shared types twice.
 *
 * @type {Steps}
 */
const checks = {
  types: { title: "Types (tsc)", run: check(() => [commandOf("typescript", "tsc"), "-b", "--checkers", "1"]) },
  lint: { title: "Lint (oxlint)", run: check(() => [commandOf("oxlint")]) },
  format: { title: "Format (oxfmt)", run: check(() => [commandOf("oxfmt"), "--check", "."]) },
  unused: { title: "Unused code (knip)", run: check(() => [commandOf("knip"), "--no-progress"]) },
};

/** @type {Steps} */
const suites = {
  unit: {
    title: "Unit tests",
    run: (write) => vitest(write, "unit", ["--project", "web", `--maxWorkers=${cores + 1}`]),
  },
  http: { title: "HTTP tests", run: (write) => vitest(write, "http") },
  e2e: { title: "End to end (Chromium)", run: endToEnd },
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
  const started = startSteps(names);
  for (const [index, name] of names.entries()) {
    const step = steps[name];
    const { result, show } = started.get(name) ?? {};
    if (step === undefined || result === undefined || show === undefined) continue;
    show(`\n── ${index + 1}/${names.length} ${step.title} ${"─".repeat(60 - step.title.length)}\n`);
    const { passed, failed, skipped, seconds } = await result;
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
 * Starts all checks at once, because each keeps one core busy. Then the browser tests run next to the HTTP tests,
 * which often wait for a lease, a restart or a time limit. The unit tests follow the browser tests, which end first, and
 * keep all cores busy with one more process than cores. A step's output is kept until `show` is called.
 *
 * @param {string[]} names
 */
function startSteps(names) {
  /** @type {Map<string, { result: Promise<Result>, show: (heading: string) => void }>} */
  const started = new Map();
  /**
   * @param {string} name
   * @param {Promise<unknown>} before
   */
  const start = (name, before) => {
    const step = steps[name];
    if (step === undefined || !names.includes(name)) return before;
    let kept = "";
    let isShown = false;
    /** @type {Write} */
    const write = (text) => {
      if (isShown) process.stdout.write(text);
      else kept += text;
    };
    const result = before.then(() => timed(() => step.run(write)));
    const show = (/** @type {string} */ heading) => {
      process.stdout.write(heading + kept);
      isShown = true;
    };
    started.set(name, { result, show });
    return result;
  };
  const checked = Promise.all(Object.keys(checks).map((name) => start(name, Promise.resolve())));
  void start("http", checked);
  void start("unit", start("e2e", checked));
  return started;
}

/**
 * A check counts as one test. Some are Go programs: they need as much processor time again to use two cores and to keep
 * their memory small.
 *
 * @param {() => string[]} command
 * @returns {(write: Write) => Promise<Counts>}
 */
function check(command) {
  return async (write) => {
    const passed = (await runNode(command(), write, { GOMAXPROCS: "1", GOGC: "400" })) === 0 ? 1 : 0;
    return { passed, failed: 1 - passed, skipped: 0 };
  };
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
 * @param {Write} write
 * @param {string} step
 * @param {string[]} [more]
 * @returns {Promise<Counts>}
 */
async function vitest(write, step, more = []) {
  const report = reportOf(step);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await runNode([commandOf("vitest"), "run", "--project", step, ...more, ...reporters], write);
  return countsOf(report, code);
}

/**
 * @param {string[]} command
 * @param {Write} write
 * @param {Record<string, string>} [more] environment variables
 */
function runNode(command, write, more) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  return run(pinnedNode, command, { env: { ...process.env, ...color, ...more }, output: write });
}

/** @param {string} step */
function reportOf(step) {
  return join(RESULTS, `${step}.json`);
}

/**
 * Builds the page first, so the browser tests the current sources.
 *
 * @param {Write} write
 */
async function endToEnd(write) {
  try {
    await buildWebPage();
    await buildServer();
  } catch (error) {
    write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return vitest(write, "e2e");
}

function hasPostgres() {
  const versions = "/usr/lib/postgresql";
  return existsSync(versions) && readdirSync(versions).some((name) => existsSync(`${versions}/${name}/bin/postgres`));
}
