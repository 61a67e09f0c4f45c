import { statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { DEFAULT_RULE, type RuleDraft } from "#shared/contract/rule.ts";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { rowsPerSecond } from "./export.ts";
import { percentile } from "./figure.ts";
import { residentMegabytes } from "./process-figures.ts";
import { anyOf, randomNumbers } from "./random.ts";
import { SampleLeads } from "./sample-leads.ts";
import { searchTerms } from "./search.ts";
import { openStage, type EngineName, type Stage } from "./stage.ts";
import { syncTwice } from "./sync.ts";

/** The leads that are added like intake does; more are copies. */
const ADDED = 100_000;
const SIZES: Readonly<Record<EngineName, readonly number[]>> = {
  sqlite: [10_000, 100_000, 1_000_000],
  postgres: [10_000, 100_000, 1_000_000, 10_000_000],
};
const LABEL: Readonly<Record<EngineName, string>> = { sqlite: "SQLite", postgres: "PostgreSQL" };
const ROUNDS = 200;
const SYNCED_ROWS = 1_000;

/** What one client waits for at a number of leads, in milliseconds unless named otherwise. */
type Growth = Record<string, number>;

/** Prints, for each database, what the same requests take at each number of leads, and plots it. */
export async function growth(engine: EngineName, most: number): Promise<void> {
  const found: [leads: number, growth: Growth][] = [];
  for (const leads of SIZES[engine].filter((size) => size <= most)) {
    const begin = performance.now();
    const stage = await openStage(engine, leads, { copies: Math.max(1, leads / ADDED) });
    console.error(`${leads} leads written to ${engine} in ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
    try {
      found.push([leads, await growthOf(stage)]);
    } finally {
      await stage.close();
    }
  }
  console.log(tableOf(engine, found));
  const file = join(tmpdir(), `winnow-growth-${engine}.svg`);
  writeFileSync(file, plotOf(engine, found));
  console.log(`Plotted in ${file}`);
}

function tableOf(engine: EngineName, found: readonly (readonly [number, Growth])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const names = Object.keys(found[0]?.[1] ?? {});
  return [
    line([`${LABEL[engine]}, ms`, ...found.map(([leads]) => leads.toLocaleString("en"))]),
    line(["---", ...found.map(() => "---:")]),
    ...names.map((name) => line([name, ...found.map(([, each]) => rounded(each[name] ?? 0))])),
  ].join("\n");
}

/** Three significant digits. */
function rounded(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 2 });
}

const PLOT = { width: 720, height: 420, left: 60, right: 250, top: 30, bottom: 40 };
const COLORS = ["#2563eb", "#db2777", "#059669", "#d97706", "#7c3aed", "#0891b2", "#65a30d", "#dc2626"];
const PLOTTED = 8;
/** From a tenth of a millisecond to almost two minutes. */
const DECADES = { first: -1, last: 5 };

/** An SVG plot of the first figures, both axes logarithmic. */
function plotOf(engine: EngineName, found: readonly (readonly [number, Growth])[]): string {
  const { width, height, left, right, top, bottom } = PLOT;
  const [smallest, largest] = [Math.log10(found[0]?.[0] ?? 1), Math.log10(found.at(-1)?.[0] ?? 10)];
  const x = (leads: number): number =>
    left + ((Math.log10(leads) - smallest) / Math.max(largest - smallest, 1)) * (width - left - right);
  const y = (milliseconds: number): number => {
    const share = (Math.log10(milliseconds) - DECADES.first) / (DECADES.last - DECADES.first);
    return height - bottom - share * (height - top - bottom);
  };
  const text = (atX: number, atY: number, words: string, more = ""): string =>
    `<text x="${atX}" y="${atY}" ${more}>${words}</text>`;
  const parts = [text(left, 18, `${LABEL[engine]}: milliseconds by number of leads`, 'font-weight="bold"')];
  for (let decade = DECADES.first; decade <= DECADES.last; decade += 1) {
    const level = y(10 ** decade);
    parts.push(`<path d="M${left} ${level}H${width - right}" stroke="#8884"/>`);
    parts.push(text(left - 6, level + 4, (10 ** decade).toLocaleString("en"), 'text-anchor="end"'));
  }
  for (const [leads] of found)
    parts.push(text(x(leads), height - bottom + 18, leads.toLocaleString("en"), 'text-anchor="middle"'));
  const names = Object.keys(found[0]?.[1] ?? {}).filter((name) => !/, (?:seconds|MB)$/u.test(name));
  for (const [index, name] of names.slice(0, PLOTTED).entries()) {
    const color = COLORS[index] ?? "#888";
    const points = found.map(([leads, each]) => `${x(leads).toFixed(1)},${y(each[name] ?? 1).toFixed(1)}`);
    parts.push(`<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>`);
    parts.push(text(width - right + 12, top + 16 + index * 20, name, `fill="${color}"`));
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#888">${parts.join("")}</svg>\n`;
}

async function growthOf(stage: Stage): Promise<Growth> {
  const size = await sizeOf(stage);
  const server = await stage.startServer();
  const timed = async (method: string, path: string, body?: unknown): Promise<number> => {
    const begin = performance.now();
    const answer = await fetch(server.url + path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return performance.now() - begin;
  };
  const times = async (paths: Iterable<string>): Promise<number[]> => {
    const each: number[] = [];
    for (const path of paths) each.push(await timed("GET", path));
    return each;
  };
  const repeat = (make: (round: number) => string): string[] =>
    Array.from({ length: ROUNDS }, (_, round) => make(round));
  try {
    const resting = residentMegabytes(server.pid);
    const random = randomNumbers(3);
    const { mixed } = searchTerms(new SampleLeads(2_000).next(2_000));
    const terms = mixed
      .slice(0, ROUNDS)
      .map((term) => `/api/leads?limit=50&view=row&search=${encodeURIComponent(term)}`);
    const list = await times(repeat(() => "/api/leads?limit=50&view=row&status=qualified"));
    const sorted = await times(repeat(() => "/api/leads?limit=50&view=row&source=manual&minScore=90&sort=name"));
    // Each is another question, so that no answer comes from the cache.
    const counts = await times(
      repeat((n) => `/api/leads?limit=1&source=manual&minScore=${n % 50}&maxScore=${50 + (n % 49)}`),
    );
    const searches = await times(terms);
    const stats = await times(repeat(() => "/api/dashboard/stats"));
    const changes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = 1 + Math.floor(random() * stage.leads);
      changes.push(await timed("PATCH", `/api/leads/${id}`, { status: anyOf(LEAD_STATUSES, random) }));
    }
    const ofThreshold = await timed("POST", "/api/what-if", { threshold: 40 });
    const saved = (await (await fetch(`${server.url}/api/rules`)).json()) as RuleDraft[];
    const withKeyword = (keyword: string) => ({
      rules: [...saved, { ...DEFAULT_RULE, name: "Draft", keywords: [keyword], scoreWeight: 3 }],
    });
    const ofKeyword = await timed("POST", "/api/what-if", withKeyword("orchid"));
    const ofAnother = await timed("POST", "/api/what-if", withKeyword("dahlia"));
    const begin = performance.now();
    await rowsPerSecond(`${server.url}/api/leads/export?status=all`, stage.leads);
    const exported = (performance.now() - begin) / 1_000;
    const used = residentMegabytes(server.pid);
    await server.stop();
    const { first, unchanged } = await syncTwice(stage, SYNCED_ROWS);
    return {
      "list of 50 of one status": percentile(list, 50),
      "list of 50, filtered and sorted by name": percentile(sorted, 50),
      "count of a filter": percentile(counts, 50),
      "search and count": percentile(searches, 50),
      "search and count, p99": percentile(searches, 99),
      "dashboard statistics": percentile(stats, 50),
      "status change": percentile(changes, 50),
      "what-if of another threshold": ofThreshold,
      "first what-if of a new keyword": ofKeyword,
      "what-if of another keyword": ofAnother,
      "sync of 1,000 new rows": first * 1_000,
      "sync of 1,000 unchanged rows": unchanged * 1_000,
      "export, seconds": exported,
      "start, seconds": server.startSeconds,
      "memory at rest, MB": resting,
      "memory after what-if and export, MB": used,
      "database, MB": size,
    };
  } finally {
    await server.stop();
  }
}

async function sizeOf({ engine, database }: Stage): Promise<number> {
  if (engine === "sqlite") return statSync(database).size / 1e6;
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query<{ size: string }>("select pg_database_size(current_database()) as size");
  await client.end();
  return Number(rows[0]?.size) / 1e6;
}
