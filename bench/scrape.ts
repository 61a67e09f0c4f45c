import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startChild } from "./child.ts";
import { atLeast, median, type Figure } from "./figure.ts";

const PAGES = 1_000;
const CONTACTS_A_PAGE = 5;
const ROUNDS = 3;
const REACH = 4;
const CRAWLEE = join(import.meta.dirname, "crawlee");

/**
 * A crawl of a local site of 1,000 pages with politeness off, the records of every page read, beside Crawlee's
 * CheerioCrawler on the same site reading nothing. Each in a process of its own, in turns, with the compiled sources that
 * Node keeps, as it does after `npm start`.
 */
export async function scrape(): Promise<Figure[]> {
  await installCrawlee();
  const site = await startChild("../test/peers/website/main.ts", ["--pages", String(PAGES)], () => true);
  const address = site.lines[0] ?? "";
  const compiled = await mkdtemp(join(tmpdir(), "winnow-bench-"));
  const ourRate = (): Promise<number> =>
    pagesPerSecond("crawl-site.ts", [address, String(PAGES)], PAGES * CONTACTS_A_PAGE, compiled);
  const theirRate = (): Promise<number> => pagesPerSecond("crawlee/crawl.mjs", [address], 0, compiled);
  const [ours, crawlee]: [number[], number[]] = [[], []];
  try {
    await ourRate();
    await theirRate();
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await ourRate());
      crawlee.push(await theirRate());
    }
  } finally {
    await site.stop();
    await rm(compiled, { recursive: true, force: true });
  }
  const name = "scrape of a site of 1,000 pages, records read";
  return [atLeast(REACH, median(crawlee), { name, engine: "", value: median(ours), unit: "pages/s" })];
}

/** `compiled` is where Node keeps compiled sources from one run to the next. */
async function pagesPerSecond(
  program: string,
  args: readonly string[],
  leastLeads: number,
  compiled: string,
): Promise<number> {
  const child = await startChild(program, args, (line) => line.startsWith("{"), { NODE_COMPILE_CACHE: compiled });
  await child.stop();
  const { pages, leads = 0, seconds } = JSON.parse(child.lines.at(-1) ?? "") as Record<string, number>;
  if (pages !== PAGES || leads < leastLeads) throw new Error(`${program} read ${pages} pages and ${leads} leads.`);
  return PAGES / (seconds ?? 0);
}

/** Nothing but this measurement uses it, so that nobody else has to wait for its packages. */
async function installCrawlee(): Promise<void> {
  if (existsSync(join(CRAWLEE, "node_modules"))) return;
  console.error("Installing Crawlee to measure beside …");
  await promisify(execFile)("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: CRAWLEE,
  });
}
