import type { ScrapePage } from "#shared/contract/scrape-target.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { GuardOptions } from "#server/platform/guarded-fetch.ts";
import type { CrawlJob, CrawlVerdict, PageSource } from "#server/pipeline/sources/website/crawl-job.ts";
import type { CompanyVisit, VisitedCompany } from "#server/pipeline/sources/website/visit-company.ts";
import { findChromium } from "#server/pipeline/sources/website/find-chromium.ts";
import type { FoundLeads } from "#server/pipeline/sources/website/findings.ts";
import type { openWebsites } from "#server/pipeline/sources/website/open-websites.ts";
import type { Politeness, Wait } from "#server/pipeline/sources/website/host-throttle.ts";

export interface WebsitesOptions extends Pick<GuardOptions, "allowPrivate" | "isPublic" | "resolve" | "trust"> {
  /** Chromium executable; searched in the usual locations if not set. */
  chromium?: string | undefined;
  /** False if the operator runs Chromium without its sandbox. */
  chromiumSandbox?: boolean;
  politeness?: Politeness;
  clock?: Clock;
  wait?: Wait;
  /** The addresses to try for a company's domain; by default its own and with "www.", and then without encryption. */
  startPagesOf?: (domain: string) => string[];
}

/**
 * Scrape events: each page as it finishes, the number of leads found only on unchanged pages, the other leads, then the
 * end.
 */
export type ScrapeEvent =
  | { kind: "page"; page: ScrapePage; source: PageSource | null; waiting: number }
  | { kind: "unchanged"; leads: number }
  | ({ kind: "leads" } & FoundLeads)
  | ({ kind: "end" } & CrawlVerdict);

export interface Websites {
  /** Whether pages that need scripts can be rendered. */
  readonly canRender: boolean;
  /**
   * Crawls a site and extracts leads. Site errors are reported as events, never thrown. If the job's signal aborts, the
   * results so far are yielded before its reason is thrown.
   */
  scrape(job: CrawlJob): AsyncGenerator<ScrapeEvent, void>;
  /** Reads what a company's website says about it: the start page, imprint, contact and about pages. */
  visitCompany(visit: CompanyVisit): Promise<VisitedCompany>;
  close(): Promise<void>;
}

/** The website lead source. The extractor is loaded with the first scrape to save memory. */
export function createWebsites(options: WebsitesOptions = {}): Websites {
  const executable = findChromium(options.chromium);
  const browser = executable === null ? null : { executable, isSandboxed: options.chromiumSandbox ?? true };
  let opened: Promise<ReturnType<typeof openWebsites>> | null = null;
  const open = async (): Promise<ReturnType<typeof openWebsites>> => {
    const websites = await import("#server/pipeline/sources/website/open-websites.ts");
    return websites.openWebsites(options, browser);
  };
  return {
    canRender: browser !== null,
    async *scrape(job) {
      opened ??= open();
      yield* (await opened).scrape(job);
    },
    async visitCompany(visit) {
      opened ??= open();
      return (await opened).visitCompany(visit);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
