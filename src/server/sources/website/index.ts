import { setTimeout as sleep } from "node:timers/promises";
import type { ScrapePage } from "#shared/contract/scrape-target.ts";
import { systemClock, type Clock } from "#server/platform/clock.ts";
import { createGuardedFetch, type GuardOptions } from "#server/platform/guarded-fetch.ts";
import type { CrawlJob, CrawlVerdict } from "#server/sources/website/crawl-job.ts";
import { Crawl } from "#server/sources/website/crawl.ts";
import { findChromium } from "#server/sources/website/find-chromium.ts";
import { Findings, type FoundLeads } from "#server/sources/website/findings.ts";
import { createPageReader } from "#server/sources/website/page-reader.ts";
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

/** What a scrape tells: each page as it is done; then how many leads stand on unchanged pages alone, the others, the end. */
export type ScrapeEvent =
  | { kind: "page"; page: ScrapePage; waiting: number }
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
      const reader = createPageReader();
      const crawl = new Crawl(job, { door, robots, turns, clock, politeness, wait, reader, renderer });
      const findings = new Findings(job.url, job.type);
      const pages = crawl.pages();
      try {
        for (;;) {
          const { value, done } = await pages.next();
          if (done === true) {
            yield* told(findings);
            yield { kind: "end", ...value };
            return;
          }
          findings.add(value);
          yield { kind: "page", page: value.page, waiting: crawl.waiting };
        }
      } catch (error) {
        if (job.signal.aborted) yield* told(findings);
        throw error;
      } finally {
        await pages.return({ failed: false, message: "" });
        await Promise.all([reader.close(), renderer?.close()]);
      }
    },
    close: () => door.close(),
  };
}

function* told(findings: Findings): Generator<ScrapeEvent, void> {
  const { unchanged, parts } = findings.close();
  yield { kind: "unchanged", leads: unchanged };
  for (const part of parts) yield { kind: "leads", ...part };
}
