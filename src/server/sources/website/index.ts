import { setTimeout as sleep } from "node:timers/promises";
import type { ScrapePage } from "#shared/contract/scrape-target.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { systemClock, type Clock } from "#server/platform/clock.ts";
import { createGuardedFetch, type GuardOptions } from "#server/platform/guarded-fetch.ts";
import type { CrawlJob, CrawlVerdict } from "#server/sources/website/crawl-job.ts";
import { Crawl } from "#server/sources/website/crawl.ts";
import { findChromium } from "#server/sources/website/find-chromium.ts";
import type { KnownPage } from "#server/sources/website/known-page.ts";
import { LeadBatch } from "#server/sources/website/lead-batch.ts";
import { createRenderer } from "#server/sources/website/render.ts";
import { createRobots } from "#server/sources/website/robots.ts";
import { createTurns, POLITE, type Politeness, type Wait } from "#server/sources/website/turns.ts";

export interface WebsitesOptions extends Pick<GuardOptions, "allowPrivate" | "resolve" | "trust"> {
  /** The Chromium to render with; looked for in the usual places when it is not named. */
  chromium?: string | undefined;
  politeness?: Politeness;
  clock?: Clock;
  wait?: Wait;
}

/** What a scrape tells while it goes: each page as it is done, the leads of several of them together, the end. */
export type ScrapeEvent =
  | { kind: "page"; page: ScrapePage; waiting: number }
  /** `pages` may be remembered once the leads are stored. */
  | { kind: "leads"; leads: RawLead[]; pages: KnownPage[] }
  | ({ kind: "end" } & CrawlVerdict);

export interface Websites {
  /** Whether pages that need scripts can be rendered here. */
  readonly canRender: boolean;
  /**
   * Crawls a site and reads whom it names. What the site does is told, never thrown; when the job's signal ends it, what
   * was read by then comes as a last batch before the signal's reason is thrown.
   */
  scrape(job: CrawlJob): AsyncGenerator<ScrapeEvent, void>;
  close(): Promise<void>;
}

/** The source of leads from websites: one door to them and one set of turns, whatever number of scrapes run. */
export function createWebsites(options: WebsitesOptions = {}): Websites {
  const { allowPrivate, resolve, trust, chromium, politeness = POLITE, clock = systemClock } = options;
  const wait: Wait = options.wait ?? ((milliseconds, signal) => sleep(milliseconds, undefined, { signal }));
  const door = createGuardedFetch({
    connections: politeness.connectionsPerHost,
    ...(allowPrivate !== undefined && { allowPrivate }),
    ...(resolve !== undefined && { resolve }),
    ...(trust !== undefined && { trust }),
  });
  const turns = createTurns(politeness, wait);
  const robots = createRobots(door, { clock, turn: (url, signal) => turns.take(url.host, 0, signal) });
  const browser = findChromium(chromium);

  return {
    canRender: browser !== null,
    async *scrape(job) {
      const renderer = browser === null ? null : createRenderer(browser, door);
      const crawl = new Crawl(job, { door, robots, turns, clock, politeness, wait, renderer });
      const batch = new LeadBatch(job.url, job.type);
      const pages = crawl.pages();
      try {
        for (;;) {
          const { value, done } = await pages.next();
          if (done === true) {
            yield { kind: "leads", ...batch.take() };
            yield { kind: "end", ...value };
            return;
          }
          batch.add(value);
          yield { kind: "page", page: value.page, waiting: crawl.waiting };
          if (batch.isFull) yield { kind: "leads", ...batch.take() };
        }
      } catch (error) {
        if (job.signal.aborted) yield { kind: "leads", ...batch.take() };
        throw error;
      } finally {
        await pages.return({ failed: false, message: "" });
        await renderer?.close();
      }
    },
    close: () => door.close(),
  };
}
