import { LIMITS } from "#shared/limits.ts";
import { ModelError } from "#server/delivery/language-model/completions.ts";
import { instructsReader } from "#server/delivery/language-model/reader-instructions.ts";
import { readPage } from "#server/delivery/language-model/read-page.ts";
import type { CrawlJob } from "#server/pipeline/sources/website/crawl-job.ts";
import { noteModelFailure, secondReader, takeRequest } from "#server/features/language-model/second-reader.ts";
import type { Workspace } from "#server/workspace.ts";

const { milliseconds, pagesPerScrape, agreement } = LIMITS.secondReader;

/**
 * How a scrape has unclear pages read by the language model; null without one. After a failure the model isn't asked
 * again.
 */
export async function unclearPageReader(workspace: Workspace): Promise<NonNullable<CrawlJob["secondReader"]> | null> {
  const model = await secondReader(workspace);
  if (model === null) return null;
  let left: number = pagesPerScrape;
  return {
    below: agreement,
    async read(page, signal) {
      if (instructsReader(page.text)) return [];
      if (left <= 0 || !(await takeRequest(workspace, model))) return null;
      left -= 1;
      try {
        return await readPage(model, page, { signal, milliseconds });
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        await noteModelFailure(workspace, error);
        if (error.fault !== "answer") left = 0;
        // The page may be the cause, and would hold up the others each time.
        return error.fault === "service" ? null : [];
      }
    },
  };
}
