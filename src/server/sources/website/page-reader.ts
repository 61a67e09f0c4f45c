import { availableParallelism } from "node:os";
import type { PageInput } from "#server/sources/website/extract/extract-page.ts";
import type { PageReading } from "#server/sources/website/extract/page-reading.ts";
import { detached } from "#server/sources/website/extract/remembering.ts";
import { PageThreads } from "#server/sources/website/page-threads.ts";

/** A longer page would hold up the requests of people; to read a shorter one takes less than to send it to a thread. */
const LONG_PAGE = 200_000;
/** Threads take time to start, so that a smaller crawl is over sooner without them. */
const MANY_PAGES = 48;
const MOST_THREADS = 4;

/** Reads the pages of one crawl. */
export interface PageReader {
  /**
   * The same as extractPage, holding on to nothing of the page's text; null for a page that takes too much time or
   * memory.
   */
  read(input: PageInput): Promise<PageReading | null>;
  close(): Promise<void>;
}

/** How many pages a crawl may have, and how many of them may be asked for at once. */
interface CrawlSize {
  pages: number;
  pagesAtOnce: number;
}

/**
 * Pages that come one at a time, as they do in a polite crawl, are read here, but for long ones; many that come at once
 * are read in threads, one for each core beside the one that downloads.
 */
export function createPageReader({ pages, pagesAtOnce }: CrawlSize): PageReader {
  const isBusy = pagesAtOnce > 1 && pages > MANY_PAGES;
  const threads = new PageThreads(isBusy ? Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1)) : 1);
  if (isBusy) threads.prepare();
  return {
    async read(input) {
      if (isBusy || input.html.length > LONG_PAGE) return threads.read(input);
      // What reads pages is loaded where it is used: here or in the threads.
      const { extractPage } = await import("#server/sources/website/extract/extract-page.ts");
      return detached(extractPage(input));
    },
    close: () => threads.close(),
  };
}
