import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#server/platform/clock.ts";
import { createGuardedFetch } from "#server/platform/guarded-fetch.ts";
import { Crawl } from "#server/sources/website/crawl.ts";
import { Findings } from "#server/sources/website/findings.ts";
import type { ScrapeEvent, Websites, WebsitesOptions } from "#server/sources/website/index.ts";
import { createPageReader } from "#server/sources/website/page-reader.ts";
import { createRenderer } from "#server/sources/website/render.ts";
import { createRobots } from "#server/sources/website/robots.ts";
import { createTurns, POLITE, type Wait } from "#server/sources/website/turns.ts";

/** One door to websites and one set of turns, whatever number of scrapes run; `browser` renders, if there is one. */
export function openWebsites(options: WebsitesOptions, browser: string | null): Pick<Websites, "scrape" | "close"> {
  const { allowPrivate, isPublic, resolve, trust, politeness = POLITE, clock = systemClock } = options;
  const wait: Wait = options.wait ?? ((milliseconds, signal) => sleep(milliseconds, undefined, { signal }));
  const door = createGuardedFetch({
    connections: politeness.connectionsPerHost,
    ...(allowPrivate !== undefined && { allowPrivate }),
    ...(isPublic !== undefined && { isPublic }),
    ...(resolve !== undefined && { resolve }),
    ...(trust !== undefined && { trust }),
  });
  const turns = createTurns(politeness, wait);
  const robots = createRobots(door, { clock, turn: (url, signal) => turns.take(url.host, 0, signal) });

  return {
    async *scrape(job) {
      const renderer = browser === null ? null : createRenderer(browser, door);
      const reader = createPageReader({ pages: job.maxPages, pagesAtOnce: politeness.connectionsPerHost });
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
          yield { kind: "page", page: value.page, source: value.source, waiting: crawl.waiting };
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
