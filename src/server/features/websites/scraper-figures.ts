import type { ScraperFigures } from "#shared/contract/scrape-target.ts";
import { kindsWith } from "#shared/source-kinds.ts";
import type { Workspace } from "#server/workspace.ts";

/** The tiles of the Lead Scraper, from stored figures without scanning. Today is the server's local day. */
export async function scraperFigures({ store, clock, websites }: Workspace): Promise<ScraperFigures> {
  const midnight = clock();
  midnight.setHours(0, 0, 0, 0);
  const [targets, today, always, formSubmissions] = await Promise.all([
    store.scrapes.list(),
    store.leads.totalsBySource(midnight.toISOString()),
    store.leads.totalsBySource(),
    store.forms.count(),
  ]);
  return {
    activeTargets: targets.filter(({ isActive }) => isActive).length,
    leadsFoundToday: kindsWith("isOnLeadScraper").reduce((sum, source) => sum + (today[source] ?? 0), 0),
    emailLeads: always["email"] ?? 0,
    formSubmissions,
    canRender: websites.canRender,
  };
}
