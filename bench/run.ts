import { execFileSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { dashboard } from "./dashboard.ts";
import { emailAnalysis } from "./email-analysis.ts";
import { exportAll } from "./export.ts";
import { tableOf, type Figure } from "./figure.ts";
import { filters } from "./filters.ts";
import { firstScreen } from "./first-screen.ts";
import { customFields } from "./custom-fields.ts";
import { growth } from "./growth.ts";
import { importFile } from "./import.ts";
import { interaction } from "./interaction.ts";
import { listPage } from "./list-page.ts";
import { rescore } from "./rescore.ts";
import { scoring } from "./scoring.ts";
import { scrape } from "./scrape.ts";
import { search } from "./search.ts";
import { mailbox } from "./mailbox.ts";
import { peers } from "./peers/compare.ts";
import { openStage, type EngineName, type Stage } from "./stage.ts";
import { start } from "./start.ts";
import { statusChange } from "./status-change.ts";
import { sync } from "./sync.ts";
import { whatIf } from "./what-if.ts";

/** Figures that need a full store; those that change it come last. */
const ON_LEADS: Record<string, (stage: Stage) => Promise<Figure[]>> = {
  list: listPage,
  search,
  filters,
  dashboard,
  export: exportAll,
  "what-if": whatIf,
  status: statusChange,
  sync,
  rescore,
};
const ALONE: Record<string, () => Figure[] | Promise<Figure[]>> = {
  scoring,
  start,
  screen: firstScreen,
  interaction,
  scrape,
  email: emailAnalysis,
  mailbox,
};
/** Figures that fill another store. */
const ON_NOTHING: Record<string, (engine: EngineName, leads: number) => Promise<Figure[]>> = {
  import: importFile,
  fields: customFields,
};
/** Only when named: the other programs take minutes to install. */
const BESIDE_OTHERS: Record<string, (leads: number) => Promise<Figure[]>> = { peers };
/** Only when named, as ten million leads take half an hour and 30 GB of disk; prints its tables itself. */
const GROWING: Record<string, (engine: EngineName, most: number) => Promise<void>> = { growth };
const ENGINES: readonly EngineName[] = ["sqlite", "postgres"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { leads: { type: "string", default: "1000000" }, engine: { type: "string", multiple: true } },
});
const leads = Number(values.leads);
const known = [ON_LEADS, ON_NOTHING, ALONE, BESIDE_OTHERS, GROWING].flatMap(Object.keys);
const unknown = positionals.find((name) => !known.includes(name));
if (unknown !== undefined || !Number.isSafeInteger(leads) || leads < 1_000) {
  throw new Error(`Usage: npm run bench -- [--leads 1000000] [--engine sqlite] [${known.join(" ")}]`);
}
const wanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name);

const begun = { at: new Date(), load: loadNow() };
const figures: Figure[] = [];
const failed: string[] = [];
for (const [name, measure] of Object.entries(ALONE)) {
  if (wanted(name)) await note(name, measure);
}
for (const [name, measure] of Object.entries(BESIDE_OTHERS)) {
  if (positionals.includes(name)) await note(name, () => measure(leads));
}
for (const [name, measure] of Object.entries(GROWING)) {
  for (const engine of values.engine ?? ENGINES) {
    if (positionals.includes(name)) await measure(engine as EngineName, leads);
  }
}
const onLeads = Object.entries(ON_LEADS).filter(([name]) => wanted(name));
for (const engine of ENGINES) {
  if (!(values.engine ?? ENGINES).includes(engine)) continue;
  for (const [name, measure] of Object.entries(ON_NOTHING)) {
    if (wanted(name)) await note(`${name} on ${engine}`, () => measure(engine, leads));
  }
}
for (const engine of ENGINES) {
  if (onLeads.length === 0 || !(values.engine ?? ENGINES).includes(engine)) continue;
  const begin = performance.now();
  const stage = await openStage(engine, leads);
  console.error(`${leads} leads written to ${engine} in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  try {
    for (const [name, measure] of onLeads) await note(`${name} on ${engine}`, () => measure(stage));
  } finally {
    await stage.close();
  }
}
const minutes = ((Date.now() - begun.at.getTime()) / 60_000).toFixed(0);
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
console.log(
  `${begun.at.toISOString().slice(0, 10)} at ${commit}: ${leads.toLocaleString("en")} leads, ${availableParallelism()} cores, load ${begun.load} before and ${loadNow()} after, ${minutes} minutes\n`,
);
if (figures.length > 0) console.log(tableOf(figures));
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

async function note(title: string, measure: () => Figure[] | Promise<Figure[]>): Promise<void> {
  console.error(`Measuring ${title} …`);
  try {
    const measured = await measure();
    console.error(tableOf(measured));
    figures.push(...measured);
  } catch (error) {
    // The other figures of a long run are still worth having.
    console.error(error);
    failed.push(title);
  }
}

function loadNow(): string {
  return loadavg()[0]?.toFixed(1) ?? "unknown";
}
