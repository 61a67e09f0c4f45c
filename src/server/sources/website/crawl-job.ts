import type { ScrapePage, ScrapeSelectors, ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import type { PageReading } from "#server/sources/website/extract/page-reading.ts";
import type { KnownPage } from "#server/sources/website/known-page.ts";

/** What to crawl, and how far. */
export interface CrawlJob {
  url: string;
  type: ScrapeTargetType;
  selectors: ScrapeSelectors;
  /** Pages that are asked for. */
  maxPages: number;
  /** Links from the start. */
  maxDepth: number;
  /** Whether pages that are empty without scripts are rendered. */
  renderScripts: boolean;
  /** The pages of earlier crawls by address, asked for only if they changed. */
  known: ReadonlyMap<string, KnownPage>;
  userAgent: string;
  /** Ends the crawl, which then rejects with its reason. */
  signal: AbortSignal;
}

/** A page's HTML as it was read, small enough to keep. */
export interface PageSource {
  /** The address of the page in the crawl, and where it was found in the end. */
  url: string;
  readAt: string;
  /** Deflated. */
  html: Buffer;
}

/** One page of a crawl. */
export interface CrawledPage {
  page: ScrapePage;
  /** Null when there was nothing to read. */
  reading: PageReading | null;
  /** How to ask for it the next time; null to ask for all of it. */
  known: Omit<KnownPage, "rowKeys"> | null;
  /** Where it names somebody, what it can be read again from; null for a page that is too long. */
  source: PageSource | null;
  /** The row keys of the leads that an unchanged page named when it was read. */
  rowKeys: readonly string[];
}

/** How a crawl ended. */
export interface CrawlVerdict {
  /** Whether the target itself could not be read. */
  failed: boolean;
  /** For people: how many pages, and why little was found. */
  message: string;
}
