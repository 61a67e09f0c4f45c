import type { ScrapeSelectors, ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import type { PageSource } from "#server/pipeline/sources/website/crawl-job.ts";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { nameKey } from "#server/pipeline/sources/website/extract/merge-records.ts";
import type { PageReading } from "#server/pipeline/sources/website/extract/page-reading.ts";
import { SiteRecords } from "#server/pipeline/sources/website/extract/raw-lead.ts";
import { detached } from "#server/pipeline/text/remembering.ts";
import { htmlOf } from "#server/pipeline/sources/website/page-source.ts";

/** The target the pages belong to. */
export interface RereadTarget {
  url: string;
  type: ScrapeTargetType;
  selectors: ScrapeSelectors;
}

/** Stored data of a lead found on pages. */
export interface StoredRecord {
  name: string;
  email: string;
  /** Their URLs, in the order they were read. */
  pages: string[];
  /** The site name most pages used; missing in records of an earlier version. */
  siteName?: string;
}

const MAX_READINGS = 100;

/** Reads stored pages again. Caches recent readings, because many leads share a page. */
export class SiteRereader {
  readonly #readings = new Map<string, PageReading>();

  /** Reads a lead again with the current extractor; null if its pages no longer contain a match. */
  reread(rowKey: string, kept: StoredRecord, target: RereadTarget, pages: readonly PageSource[]): RawLead | null {
    const site = new SiteRecords(target.url, kept.siteName ?? "");
    for (const page of pages) site.add(page.url, this.#read(page, target));
    const { leads } = site.leads();
    const same = leads.find((lead) => lead.rowKey === rowKey);
    if (same !== undefined) return same;
    // A newly found phone or email changes the row key.
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
    if (this.#readings.size >= MAX_READINGS) this.#readings.delete(this.#readings.keys().next().value ?? "");
    this.#readings.set(key, reading);
    return reading;
  }
}

/** Returns a lead's stored page data; null for anything else. */
export function storedRecord(raw: unknown): StoredRecord | null {
  if (typeof raw !== "object" || raw === null || !("pages" in raw) || !Array.isArray(raw.pages)) return null;
  // Only SiteRecords writes this shape.
  return raw as StoredRecord;
}
