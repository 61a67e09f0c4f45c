import type { ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import type { CrawledPage } from "#server/sources/website/crawl-job.ts";
import { SiteRecords } from "#server/sources/website/extract/raw-lead.ts";
import type { KnownPage } from "#server/sources/website/known-page.ts";

/** Enough for most sites as a whole, so that who is named on several pages comes complete; few enough to lose. */
const PAGES = 50;
const RECORDS = 500;

/** Gathers pages until there are enough of them to be stored together. */
export class LeadBatch {
  readonly #records: SiteRecords;
  #known: KnownPage[] = [];
  #pages = 0;
  #found = 0;

  constructor(siteUrl: string, type: ScrapeTargetType) {
    this.#records = new SiteRecords(siteUrl, type);
  }

  get isFull(): boolean {
    return this.#pages >= PAGES || this.#found >= RECORDS;
  }

  add({ page, reading, known }: CrawledPage): void {
    this.#pages += 1;
    this.#found += page.records;
    if (known !== null) this.#known.push(known);
    if (reading !== null) this.#records.add(page.url, reading);
  }

  /** What has come since the last call; the pages may be remembered once the leads are stored. */
  take(): { leads: RawLead[]; pages: KnownPage[] } {
    // Rows of all sources without a record share their keys.
    const leads = this.#records.take().map((lead) => ({ ...lead, rowKey: `website:${lead.rowKey}` }));
    const pages = this.#known;
    this.#known = [];
    this.#pages = 0;
    this.#found = 0;
    return { leads, pages };
  }
}
