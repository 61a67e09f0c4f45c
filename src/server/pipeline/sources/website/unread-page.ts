import type { ScrapePage } from "#shared/contract/scrape-target.ts";
import type { CrawledPage } from "#server/pipeline/sources/website/crawl-job.ts";

/** Why a page wasn't requested. */
export const DISALLOWED = "The site's robots.txt disallows this page.";

/** Whether a page was skipped without a request. */
export function isUnasked({ page }: CrawledPage): boolean {
  return page.outcome === "left_out" && page.status === null;
}

/** A page skipped without a request. */
export function skipped(url: string, note: string): CrawledPage {
  return unread({ url, outcome: "left_out", status: null, note });
}

/** A page from which nothing was read. */
export function unread(
  page: Partial<ScrapePage> & Pick<ScrapePage, "url" | "outcome" | "status" | "note">,
): CrawledPage {
  const nothing = { records: 0, bytes: 0, rendered: false, droppedCount: 0, dropped: [] };
  return { page: { ...nothing, ...page }, reading: null, known: null, source: null, rowKeys: [] };
}
