import { availableParallelism } from "node:os";
import type { PageInput } from "#server/pipeline/sources/website/extract/extract-page.ts";
import type { PageReading } from "#server/pipeline/sources/website/extract/page-reading.ts";
import { detached } from "#server/pipeline/text/remembering.ts";
import { PageThreads } from "#server/pipeline/sources/website/page-threads.ts";

/** Longer pages would block requests; shorter ones are read faster than they are sent to a thread. */
const LONG_PAGE = 200_000;
/** Threads take time to start, so smaller crawls are faster without them. */
const MANY_PAGES = 48;
const MOST_THREADS = 4;

/** Reads the pages of one crawl. */
export interface PageReader {
  /**
   * Same as extractPage, but retains nothing of the page's text; null for a page that exceeds the time or memory limit.
   */
  read(input: PageInput): Promise<PageReading | null>;
  close(): Promise<void>;
}

/** A crawl's page limit, and how many pages it requests concurrently. */
interface CrawlSize {
  pages: number;
  pagesAtOnce: number;
}

/**
 * Reads short pages on the main thread in a polite crawl, where they arrive one at a time. Larger concurrent crawls use
 * threads, one per core except the one that downloads.
 */
export function createPageReader({ pages, pagesAtOnce }: CrawlSize): PageReader {
  const isBusy = pagesAtOnce > 1 && pages > MANY_PAGES;
  const threads = new PageThreads(isBusy ? Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1)) : 1);
  if (isBusy) threads.prepare();
  return {
    async read(input) {
      if (isBusy || input.html.length > LONG_PAGE) return threads.read(input);
      // The extractor is loaded only where it is used: here or in the threads.
      const { extractPage } = await import("#server/pipeline/sources/website/extract/extract-page.ts");
      return detached(extractPage(input));
    },
    close: () => threads.close(),
  };
}
