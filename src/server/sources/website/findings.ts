import type { ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import type { CrawledPage } from "#server/sources/website/crawl-job.ts";
import { SiteRecords } from "#server/sources/website/extract/raw-lead.ts";
import type { KnownPage } from "#server/sources/website/known-page.ts";

/** Leads that are stored together. */
const LEADS_AT_ONCE = 500;

export interface FoundLeads {
  leads: RawLead[];
  /** They may be remembered once these leads and those before them are stored. */
  pages: KnownPage[];
}

/**
 * Gathers what a crawl finds. Whose pages are spread over a site is complete only at its end, so nobody is given out
 * before: each comes once, however many pages name them.
 */
export class Findings {
  readonly #records: SiteRecords;
  readonly #known: Omit<KnownPage, "rowKeys">[] = [];
  readonly #unchanged = new Set<string>();

  constructor(siteUrl: string, type: ScrapeTargetType) {
    this.#records = new SiteRecords(siteUrl, type);
  }

  add({ page, reading, known, rowKeys }: CrawledPage): void {
    if (known !== null) this.#known.push(known);
    if (reading !== null) this.#records.add(page.url, reading);
    for (const key of rowKeys) this.#unchanged.add(key);
  }

  /** All that was found, in parts, and how many more are named only by pages that have not changed. */
  close(): { unchanged: number; parts: FoundLeads[] } {
    const { leads, rowKeys } = this.#records.leads();
    for (const { rowKey } of leads) this.#unchanged.delete(rowKey);
    const pages = this.#known.map((known) => ({ ...known, rowKeys: rowKeys.get(known.url) ?? [] }));
    const parts: FoundLeads[] = [];
    for (let from = 0; from < leads.length; from += LEADS_AT_ONCE) {
      parts.push({ leads: leads.slice(from, from + LEADS_AT_ONCE), pages: [] });
    }
    return { unchanged: this.#unchanged.size, parts: [...parts, { leads: [], pages }] };
  }
}
