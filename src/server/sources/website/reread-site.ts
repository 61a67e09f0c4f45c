import type { ScrapeSelectors, ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import type { PageSource } from "#server/sources/website/crawl-job.ts";
import { extractPage } from "#server/sources/website/extract/extract-page.ts";
import { nameKey } from "#server/sources/website/extract/merge-records.ts";
import type { PageReading } from "#server/sources/website/extract/page-reading.ts";
import { SiteRecords } from "#server/sources/website/extract/raw-lead.ts";
import { detached } from "#server/sources/website/extract/remembering.ts";
import { htmlOf } from "#server/sources/website/page-source.ts";

/** The target that pages are of. */
export interface RereadTarget {
  url: string;
  type: ScrapeTargetType;
  selectors: ScrapeSelectors;
}

/** What is kept of a lead that pages named. */
export interface KeptRecord {
  name: string;
  email: string;
  /** Their addresses, in the order they were read. */
  pages: string[];
  /** What most pages of the site called it; missing where an earlier version kept it. */
  siteName?: string;
}

const READINGS_KEPT = 100;

/** Reads pages that are kept again; many leads are named by the same page, so that the last ones are remembered. */
export class SiteRereader {
  readonly #readings = new Map<string, PageReading>();

  /** What today's reader makes of a lead on its pages; null where it finds nobody like it there any more. */
  reread(rowKey: string, kept: KeptRecord, target: RereadTarget, pages: readonly PageSource[]): RawLead | null {
    const site = new SiteRecords(target.url, target.type, kept.siteName ?? "");
    for (const page of pages) site.add(page.url, this.#read(page, target));
    const { leads } = site.leads();
    const same = leads.find((lead) => lead.rowKey === rowKey);
    if (same !== undefined) return same;
    // With a number or an address that is found only now, the row goes by another key.
    const alike = leads.filter(({ fields: { email = "", name = "" } }) =>
      kept.email === "" ? nameKey(name) === nameKey(kept.name) : email.toLowerCase() === kept.email.toLowerCase(),
    );
    return alike.length === 1 ? (alike[0] ?? null) : null;
  }

  #read(page: PageSource, { url, type, selectors }: RereadTarget): PageReading {
    const key = `${url} ${page.url}`;
    const known = this.#readings.get(key);
    if (known !== undefined) return known;
    const reading = detached(extractPage({ html: htmlOf(page), url: page.readAt, type, selectors }));
    if (this.#readings.size >= READINGS_KEPT) this.#readings.delete(this.#readings.keys().next().value ?? "");
    this.#readings.set(key, reading);
    return reading;
  }
}

/** What is kept of a lead that pages named; null for anything else. */
export function keptRecord(raw: unknown): KeptRecord | null {
  if (typeof raw !== "object" || raw === null || !("pages" in raw) || !Array.isArray(raw.pages)) return null;
  // Only SiteRecords writes it.
  return raw as KeptRecord;
}
