import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ScrapeRun } from "#shared/contract/scrape-target.ts";
import type { DemoServices } from "#server/demo/demo-services.ts";
import type { SampleLead } from "#server/demo/sample-leads.ts";
import { siteOfLead, sitePages, SITES, type SampleSite } from "#server/demo/sample-sites.ts";
import { scrapeTarget } from "#server/workflows/websites/scrape-target.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * The sites learn of the leads up to number `until`, of which those before `from` were there already; each with news is
 * scraped. Throws when a scrape finds other leads than were added.
 */
export async function scrapeNews(
  workspace: Workspace,
  websites: DemoServices["websites"],
  leads: readonly SampleLead[],
  { from, until }: { from: number; until: number },
): Promise<void> {
  for (const site of SITES) {
    const numbers = Array.from({ length: until }, (_, number) => number).filter(
      (number) => siteOfLead(number) === site.name,
    );
    const added = numbers.filter((number) => number >= from).length;
    if (added === 0) continue;
    await publish(
      websites[site.name].folder,
      site,
      leads.filter((_, number) => numbers.includes(number)),
    );
    const { created, message } = await scrapeSite(workspace, site);
    if (created !== added) throw new Error(`${site.title} should have given ${added} new leads. ${message}`);
  }
}

/** The sites before any lead of the sample is on them. */
export async function publishEmptySites(websites: DemoServices["websites"]): Promise<void> {
  for (const site of SITES) await publish(websites[site.name].folder, site, []);
}

/** Reads every site once more. */
export async function scrapeAll(workspace: Workspace): Promise<void> {
  for (const site of SITES) await scrapeSite(workspace, site);
}

async function scrapeSite(workspace: Workspace, { title }: SampleSite): Promise<ScrapeRun> {
  const target = (await workspace.store.scrapes.list()).find(({ name }) => name === title);
  if (target === undefined) throw new Error(`The sample has no target ${title}.`);
  return scrapeTarget(workspace, target.id);
}

async function publish(folder: string, site: SampleSite, leads: readonly SampleLead[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of sitePages(site, leads)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
