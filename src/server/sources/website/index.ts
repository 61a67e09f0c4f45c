import type { ScrapePage } from "#shared/contract/scrape-target.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { GuardOptions } from "#server/platform/guarded-fetch.ts";
import type { CrawlJob, CrawlVerdict, PageSource } from "#server/sources/website/crawl-job.ts";
import { findChromium } from "#server/sources/website/find-chromium.ts";
import type { FoundLeads } from "#server/sources/website/findings.ts";
import type { openWebsites } from "#server/sources/website/open-websites.ts";
import type { Politeness, Wait } from "#server/sources/website/turns.ts";

export interface WebsitesOptions extends Pick<GuardOptions, "allowPrivate" | "isPublic" | "resolve" | "trust"> {
  /** The Chromium to render with; looked for in the usual places when it is not named. */
  chromium?: string | undefined;
  politeness?: Politeness;
  clock?: Clock;
  wait?: Wait;
}

/** What a scrape tells: each page as it is done; then how many leads stand on unchanged pages alone, the others, the end. */
export type ScrapeEvent =
  | { kind: "page"; page: ScrapePage; source: PageSource | null; waiting: number }
  | { kind: "unchanged"; leads: number }
  | ({ kind: "leads" } & FoundLeads)
  | ({ kind: "end" } & CrawlVerdict);

export interface Websites {
  /** Whether pages that need scripts can be rendered here. */
  readonly canRender: boolean;
  /**
   * Crawls a site and reads whom it names. What the site does is told, never thrown; when the job's signal ends it, what
   * was read by then is given before the signal's reason is thrown.
   */
  scrape(job: CrawlJob): AsyncGenerator<ScrapeEvent, void>;
  close(): Promise<void>;
}

/** The source of leads from websites. What reads them is loaded with the first scrape: it is memory for nothing before. */
export function createWebsites(options: WebsitesOptions = {}): Websites {
  const browser = findChromium(options.chromium);
  let opened: Promise<ReturnType<typeof openWebsites>> | null = null;
  const open = async (): Promise<ReturnType<typeof openWebsites>> => {
    const websites = await import("#server/sources/website/open-websites.ts");
    return websites.openWebsites(options, browser);
  };
  return {
    canRender: browser !== null,
    async *scrape(job) {
      opened ??= open();
      yield* (await opened).scrape(job);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
