import type { ScrapePage, ScrapeSelectors, ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import type { LinkKind, PageLink, PageReading } from "#server/pipeline/sources/website/extract/page-reading.ts";
import type { Priority } from "#server/pipeline/sources/website/frontier.ts";
import type { KnownPage } from "#server/pipeline/sources/website/known-page.ts";
import type { SecondReader } from "#server/pipeline/sources/website/second-reading.ts";

/** What to crawl, with its limits. */
export interface CrawlJob {
  url: string;
  type: ScrapeTargetType;
  selectors: ScrapeSelectors;
  /** Maximum number of pages to request. */
  maxPages: number;
  /** Maximum number of links from the start page. */
  maxDepth: number;
  /** Whether to render pages that are empty without scripts. */
  renderScripts: boolean;
  /** Pages of earlier crawls by URL, fetched only if changed. */
  known: ReadonlyMap<string, KnownPage>;
  /** Second reader for pages whose reading has an agreement score under `below`. */
  secondReader?: { read: SecondReader; below: number } | null;
  /** For the visit of a company's website: what pages say about it is read, and few links are followed. */
  company?: {
    /** When a link is followed; null for never. */
    priorityOf: (link: Pick<PageLink, "kind">) => Priority | null;
    /** What a page with this priority is. */
    pageOf: (priority: Priority) => LinkKind;
    /** Why a redirect of the start page isn't followed; null if it is. */
    refusalToMove: (next: URL) => string | null;
  };
  userAgent: string;
  /** Aborts the crawl, which then rejects with its reason. */
  signal: AbortSignal;
}

/** A page's HTML, compressed for storage. */
export interface PageSource {
  /** The page's URL in the crawl. `readAt` is its URL after redirects. */
  url: string;
  readAt: string;
  /** Deflated. */
  html: Buffer;
}

/** One page of a crawl. */
export interface CrawledPage {
  page: ScrapePage;
  /** Null if there was nothing to read. */
  reading: PageReading | null;
  /** Validators for a conditional request next time; null to fetch the whole page. */
  known: Omit<KnownPage, "rowKeys"> | null;
  /** The stored HTML of a page that names someone, for reading it again; null if too long. */
  source: PageSource | null;
  /** For an unchanged page, the row keys of the leads found when it was last read. */
  rowKeys: readonly string[];
}

/** The result of a crawl. */
export interface CrawlVerdict {
  /** Whether the target's own page could not be read. */
  failed: boolean;
  /** For the user: how many pages were read, and why little was found. */
  message: string;
}
