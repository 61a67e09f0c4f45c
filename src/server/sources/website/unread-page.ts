import type { ScrapePage } from "#shared/contract/scrape-target.ts";
import type { CrawledPage } from "#server/sources/website/crawl-job.ts";

/** Whether a page was left out without a request. */
export function isUnasked({ page }: CrawledPage): boolean {
  return page.outcome === "left_out" && page.status === null;
}

/** A page that is left out without a request. */
export function leftOut(url: string, note: string): CrawledPage {
  const page: ScrapePage = { url, outcome: "left_out", status: null, records: 0, note, bytes: 0, rendered: false };
  return unread(page);
}

/** A page that nothing was read from. */
export function unread(page: ScrapePage): CrawledPage {
  return { page, reading: null, known: null, source: null, rowKeys: [] };
}
