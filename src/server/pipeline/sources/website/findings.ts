import type { RawLead } from "#shared/raw-lead.ts";
import type { CrawledPage } from "#server/pipeline/sources/website/crawl-job.ts";
import { SiteRecords } from "#server/pipeline/sources/website/extract/raw-lead.ts";
import type { KnownPage } from "#server/pipeline/sources/website/known-page.ts";

/** Leads stored per batch. */
const LEADS_AT_ONCE = 500;

export interface FoundLeads {
  leads: RawLead[];
  /** Pages that may be recorded as known once these and all earlier leads are stored. */
  pages: KnownPage[];
}

/**
 * Collects a crawl's leads. A lead's details can be spread over several pages, so leads are returned only at the end,
 * each exactly once.
 */
export class Findings {
  readonly #records: SiteRecords;
  readonly #known: Omit<KnownPage, "rowKeys">[] = [];
  readonly #unchanged = new Set<string>();

  constructor(siteUrl: string) {
    this.#records = new SiteRecords(siteUrl);
  }

  add({ page, reading, known, rowKeys }: CrawledPage): void {
    if (known !== null) this.#known.push(known);
    if (reading !== null) this.#records.add(page.url, reading);
    for (const key of rowKeys) this.#unchanged.add(key);
  }

  /** Returns all leads in batches, and how many others are named only by unchanged pages. */
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
