import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#server/platform/clock.ts";
import { createGuardedFetch } from "#server/platform/guarded-fetch.ts";
import type { CrawlJob } from "#server/pipeline/sources/website/crawl-job.ts";
import { Crawl } from "#server/pipeline/sources/website/crawl.ts";
import { Findings } from "#server/pipeline/sources/website/findings.ts";
import type { ScrapeEvent, Websites, WebsitesOptions } from "#server/pipeline/sources/website/index.ts";
import { createPageReader } from "#server/pipeline/sources/website/page-reader.ts";
import { type BrowserChoice, createRenderer } from "#server/pipeline/sources/website/render.ts";
import { createRobots } from "#server/pipeline/sources/website/robots.ts";
import { visitCompany } from "#server/pipeline/sources/website/visit-company.ts";
import { createHostThrottle, POLITE, type Wait } from "#server/pipeline/sources/website/host-throttle.ts";

/** Creates the fetcher and rate limiter that all scrapes share; `browser` renders pages, if set. */
export function openWebsites(
  options: WebsitesOptions,
  browser: BrowserChoice | null,
): Pick<Websites, "scrape" | "visitCompany" | "close"> {
  const { allowPrivate, isPublic, resolve, trust, politeness = POLITE, clock = systemClock } = options;
  const wait: Wait = options.wait ?? ((milliseconds, signal) => sleep(milliseconds, undefined, { signal }));
  const door = createGuardedFetch({
    connections: politeness.connectionsPerHost,
    ...(allowPrivate !== undefined && { allowPrivate }),
    ...(isPublic !== undefined && { isPublic }),
    ...(resolve !== undefined && { resolve }),
    ...(trust !== undefined && { trust }),
  });
  const throttle = createHostThrottle(politeness, wait);
  const robots = createRobots(door, { clock, takeSlot: (url, signal) => throttle.take(url.host, 0, signal) });

  const begin = (job: CrawlJob) => {
    const renderer = browser === null ? null : createRenderer(browser, door);
    const reader = createPageReader({ pages: job.maxPages, pagesAtOnce: politeness.connectionsPerHost });
    const crawl = new Crawl(job, { door, robots, throttle, clock, politeness, wait, reader, renderer });
    return { crawl, close: () => Promise.all([reader.close(), renderer?.close()]) };
  };

  return {
    visitCompany: (visit) => visitCompany(visit, begin, options.startPagesOf),

    async *scrape(job) {
      const { crawl, close } = begin(job);
      const findings = new Findings(job.url);
      const pages = crawl.pages();
      try {
        for (;;) {
          const { value, done } = await pages.next();
          if (done === true) {
            yield* remainingEvents(findings);
            yield { kind: "end", ...value };
            return;
          }
          findings.add(value);
          yield { kind: "page", page: value.page, source: value.source, waiting: crawl.waiting };
        }
      } catch (error) {
        if (job.signal.aborted) yield* remainingEvents(findings);
        throw error;
      } finally {
        await pages.return({ failed: false, message: "" });
        await close();
      }
    },
    close: () => door.close(),
  };
}

function* remainingEvents(findings: Findings): Generator<ScrapeEvent, void> {
  const { unchanged, parts } = findings.close();
  yield { kind: "unchanged", leads: unchanged };
  for (const part of parts) yield { kind: "leads", ...part };
}
