import { extractPage, type PageInput } from "#server/sources/website/extract/extract-page.ts";
import { startExtractionThread, type ExtractionThread } from "#server/sources/website/extract/extraction-thread.ts";
import type { PageReading } from "#server/sources/website/extract/page-reading.ts";

/** A thread takes as long to start as some hundred pages take to read: most sites are read without one. */
const PAGES_WITHOUT_THREAD = 40;
/** A longer page is worth a thread by itself: it would hold up the requests of people. */
const LONG_PAGE = 200_000;
/** When so many wait for the thread, whoever brings the next one reads it. */
const WAITING_FOR_THREAD = 4;

/** No page that people read takes so long. */
const LONGEST_MILLISECONDS = 30_000;

/** Reads the pages of one crawl. */
export interface PageReader {
  /** The same as extractPage; null for a page that takes too much time or memory. */
  read(input: PageInput): Promise<PageReading | null>;
  close(): Promise<void>;
}

export function createPageReader(): PageReader {
  let thread: ExtractionThread | null = null;
  let pages = 0;
  let waiting = 0;
  return {
    async read(input) {
      pages += 1;
      const isLong = input.html.length > LONG_PAGE;
      if (!isLong && (pages <= PAGES_WITHOUT_THREAD || waiting >= WAITING_FOR_THREAD)) return extractPage(input);
      const asked = (thread ??= startExtractionThread());
      waiting += 1;
      // Those that wait for the same thread end with it; the next one starts another.
      const giveUp = (): void => {
        if (thread === asked) thread = null;
        void asked.close();
      };
      const timer = setTimeout(giveUp, LONGEST_MILLISECONDS);
      try {
        return await asked.read(input);
      } catch {
        giveUp();
        return null;
      } finally {
        clearTimeout(timer);
        waiting -= 1;
      }
    },
    async close() {
      await thread?.close();
    },
  };
}
