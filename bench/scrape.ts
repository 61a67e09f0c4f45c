import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startChild } from "./child.ts";
import { atLeast, median, type Figure } from "./figure.ts";

const PAGES = 1_000;
const CONTACTS_PER_PAGE = 5;
const ROUNDS = 3;
const GOAL = 4;
const CRAWLEE = join(import.meta.dirname, "crawlee");

/**
 * Crawls a local site of 1,000 pages without pauses and reads all records, next to Crawlee's CheerioCrawler, which reads
 * none. They run alternately in separate processes with Node's compile cache, like `npm start`.
 */
export async function scrape(): Promise<Figure[]> {
  await installCrawlee();
  const site = await startChild("../test/peers/website/main.ts", ["--pages", String(PAGES)], () => true);
  const address = site.lines[0] ?? "";
  const compiled = await mkdtemp(join(tmpdir(), "winnow-bench-"));
  const ourRate = (): Promise<number> =>
    pagesPerSecond("crawl-site.ts", [address, String(PAGES)], PAGES * CONTACTS_PER_PAGE, compiled);
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
  const name = "scrape a site of 1,000 pages";
  return [atLeast(GOAL, median(crawlee), { name, engine: "", value: median(ours), unit: "pages/s" })];
}

/** `compiled` is Node's compile cache. */
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

/** Only this benchmark uses Crawlee, so it isn't a dependency of the project. */
async function installCrawlee(): Promise<void> {
  if (existsSync(join(CRAWLEE, "node_modules"))) return;
  console.error("Installing Crawlee to compare with …");
  await promisify(execFile)("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: CRAWLEE,
  });
}
