// npm run fuzz: runs every parser on mutated inputs and writes failing ones to .cache/fuzz.
import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fuzz, type FuzzResult } from "#test/fuzz/run-fuzz.ts";
import { targetNamed, targets } from "#test/fuzz/targets.ts";

const FOLDER = join(import.meta.dirname, "../../.cache/fuzz");
const SHOWN_LINES = 6;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    inputs: { type: "string", default: "100000" },
    /** Repeats the inputs of an earlier run. */
    seed: { type: "string", default: new Date().toISOString().slice(0, 10) },
    /** Reads only one input, by its number. */
    at: { type: "string" },
    threads: { type: "string", default: String(availableParallelism()) },
  },
});
const { seed } = values;
const names =
  positionals.length > 0 ? positionals.map((name) => targetNamed(name).name) : targets.map(({ name }) => name);
const from = values.at === undefined ? 0 : Number(values.at);
const to = values.at === undefined ? Number(values.inputs) : from + 1;
if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) throw new Error("--inputs and --at are whole numbers.");

await mkdir(FOLDER, { recursive: true });
console.log(`${to - from} inputs of ${names.length} targets, seed ${seed}`);
const start = performance.now();
const results = await fuzz({ targets: names, seed, from, to, threads: Number(values.threads), onResult: report });
const minutes = ((performance.now() - start) / 60_000).toFixed(1);
const count = results.reduce((sum, { findings }) => sum + findings.length, 0);
console.log(`\n${count} findings in ${minutes} min`);
process.exitCode = count === 0 ? 0 : 1;

/** Prints a target's result, and saves the inputs that broke a promise. */
function report({ target, inputs, slowest, mean, findings }: FuzzResult): void {
  const times = `${mean.toFixed(2)} ms each, ${Math.round(slowest)} ms the slowest`;
  console.log(`${findings.length === 0 ? "✓" : "✗"} ${target.padEnd(20)} ${inputs} inputs, ${times}`);
  for (const { index, problem, input } of findings) {
    const path = join(FOLDER, `${target}-${seed}-${index}`);
    writeFileSync(path, input);
    const lines = problem.split("\n").slice(0, SHOWN_LINES).join("\n    ");
    console.log(`    ${lines}\n    ${path}\n    again: npm run fuzz -- --seed "${seed}" --at ${index} ${target}\n`);
  }
}
