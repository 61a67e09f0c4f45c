// npm run eval: the accuracy report. docs/accuracy.md explains what it measures.
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureModel } from "./model-report.ts";
import {
  measureMail,
  measureOrdinary,
  measurePages,
  measureSignatures,
  measureSites,
  type Sample,
} from "./real-reports.ts";
import { withFigures, type Report } from "./report.ts";
import { run } from "./run-scorer.ts";

const USAGE = `npm run eval -- [PART ...] [--n 100] [--seed 1] [--all] [--write]

examples    the text model on invented examples, and cross-validated on real messages
mail        labeled messages: is each one a lead?
signatures  contact details read from signatures
ordinary    ordinary mail with practically no lead in it: false alarms
pages       names and emails on unlabeled pages: do they agree?
sites       contacts collected from whole websites (about 8 minutes)

All but examples need REAL_SETS, the folder of real sets, and Python 3.
Without a part, measures everything it can.

--n      ordinary messages per folder, and pages
--seed   which of them
--all    every ordinary message
--write  also updates docs/accuracy.md
`;

const PAGE = new URL("../docs/accuracy.md", import.meta.url);

/** Parts that measure the whole product on real sets, longest last. */
const REAL_PARTS: Record<string, (sample: Sample) => Promise<Report>> = {
  mail: measureMail,
  signatures: measureSignatures,
  ordinary: measureOrdinary,
  pages: measurePages,
  sites: measureSites,
};

const print = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      n: { type: "string", default: "100" },
      seed: { type: "string", default: "1" },
      all: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const parts = new Map<string, () => Report | Promise<Report>>([["examples", measureModel]]);
  const realSets = process.env["REAL_SETS"] ?? "";
  if (realSets !== "") {
    const sample = {
      realSets: resolve(realSets),
      size: wholeNumber(values.n),
      seed: wholeNumber(values.seed),
      isAll: values.all,
    };
    for (const [name, measure] of Object.entries(REAL_PARTS)) parts.set(name, () => measure(sample));
  }
  const unknown = positionals.find((name) => name !== "examples" && !Object.hasOwn(REAL_PARTS, name));
  if (values.help || unknown !== undefined) {
    print(unknown === undefined ? USAGE : `Unknown part “${unknown}”.\n\n${USAGE}`);
    return values.help ? 0 : 1;
  }
  const unmeasurable = positionals.find((name) => !parts.has(name));
  if (unmeasurable !== undefined) {
    throw new Error(`Set REAL_SETS to the folder of real sets to measure “${unmeasurable}”.`);
  }

  let hasFailed = false;
  for (const [name, measure] of parts) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    print(`== ${name}\n`);
    // Runs take long, so one failure must not cost the other figures.
    const { figures, note, failure } = await measureOrFail(measure);
    for (const text of [figures, note, failure && `FAILED: ${failure}`]) if (text) print(`${text}\n`);
    if (failure !== undefined) hasFailed = true;
    if (values.write && figures !== undefined) {
      await writeFile(PAGE, withFigures(await readFile(PAGE, "utf8"), name, figures, await measuredNow()));
    }
  }
  if (realSets === "") print("Set REAL_SETS to a folder of real sets to measure the whole product.");
  return hasFailed ? 1 : 0;
}

async function measureOrFail(measure: () => Report | Promise<Report>): Promise<Report> {
  try {
    return await measure();
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

async function measuredNow(): Promise<string> {
  const commit = await run("git", ["rev-parse", "--short", "HEAD"]);
  return `Measured on ${new Date().toISOString().slice(0, 10)} at commit ${commit.trim()}.`;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/u.test(text)) throw new Error(`“${text}” is not a whole number.`);
  return Number(text);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
