import { extractPage, type PageInput } from "#server/sources/website/extract/extract-page.ts";
import { startExtractionThread, type ExtractionThread } from "#server/sources/website/extract/extraction-thread.ts";
import type { PageReading } from "#server/sources/website/extract/page-reading.ts";

/** A longer page would hold up the requests of people; to read a shorter one takes less than to send it to a thread. */
const LONG_PAGE = 200_000;
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
  return {
    async read(input) {
      if (input.html.length <= LONG_PAGE) return extractPage(input);
      const asked = (thread ??= startExtractionThread());
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
      }
    },
    async close() {
      await thread?.close();
    },
  };
}
