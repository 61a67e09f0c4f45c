import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PAGES } from "#shared/pages.ts";
import { answer } from "#test/e2e/answers.ts";
import { goInside, NOWHERE, openStage, type Stage } from "#test/e2e/stage.ts";
import { inquiry, newsletter } from "#test/http/mailbox-under-test.ts";

/** The sum of layout shifts above which a screen visibly jumps while it loads. */
const MOST = 0.02;

const DATA = /\/api\/(?!events)/u;

const PATHS = [
  ...Object.values(PAGES).map(({ path }) => path),
  "/leads/1",
  "/lead-scraper?tab=email",
  "/lead-scraper?tab=forms",
  "/gmail?tab=emails",
  "/gmail?tab=rules",
  "/team?tab=audit",
];

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await stage.addMailServer();
  // More and fewer rows than the skeletons have.
  for (let number = 1; number <= 12; number += 1) {
    const rule = { name: `Rule ${number}`, keywords: [`word${number}`, "pricing"], scoreWeight: 4 };
    await stage.api("POST", "/rules", rule);
  }
  await stage.addSheet("Spring fair", [
    ["Name", "Email", "Company", "Notes"],
    ...Array.from({ length: 40 }, (_, row) => [`Lead ${row}`, `lead${row}@fair.example`, "Fair", "Asks for pricing"]),
  ]);
  await stage.api("POST", "/sync-leads");
  await stage.api("POST", "/scrape-targets", { name: "Members", url: "https://members.example/" });
  const subject = "Pricing";
  await stage.api("POST", "/process-email", {
    content: inquiry({ id: "1@lee.example", subject, name: "Greta Lee", email: "greta@lee.example" }),
  });
  await stage.api("POST", "/process-email", { content: newsletter() });
  await stage.api("POST", "/send-report");
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

/** A page that gets answers only once the skeletons are painted. */
async function slowPage(size: { width: number; height: number }): Promise<Page> {
  const page = await (await stage.profile({ ...size, isTouch: size.width < 768 })).newPage();
  await page.addInitScript(collectShifts);
  await answer(page, DATA, async () => {
    await painted(page);
    await painted(page);
    return null;
  });
  return page;
}

/** Opens a path with nothing loaded but the sidebar and header, and waits until it is loaded. */
async function load(page: Page, path: string): Promise<void> {
  if (path === "/") await page.goto(path, { waitUntil: "commit" });
  else {
    await goInside(page, NOWHERE);
    await page.evaluate(forgetData);
    await goInside(page, path);
  }
  await page.locator("h1").waitFor();
  // What is below the window loads when it is scrolled there.
  const isLoading = (): boolean =>
    [...document.querySelectorAll("[data-loading], [aria-busy=true]")].some(
      (part) => (part.closest("section") ?? part).getBoundingClientRect().top < innerHeight,
    );
  await expect.poll(() => page.evaluate(isLoading)).toBe(false);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // Shifts are reported with the frame.
  await painted(page);
}

/** Waits until the page has painted its next frame. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/** Runs in the page before it opens another path. */
async function forgetData(): Promise<void> {
  const { __TANSTACK_QUERY_CLIENT__: cache, shifts } = globalThis as unknown as {
    __TANSTACK_QUERY_CLIENT__: QueryClient;
    shifts: Shift[];
  };
  await cache.resetQueries();
  shifts.length = 0;
}

/** Runs in the page before it loads. */
function collectShifts(): void {
  const shifts: object[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      };
      if (hadRecentInput) continue;
      shifts.push({
        value,
        moved: sources.map(({ node, previousRect: before, currentRect: after }) => [
          node?.textContent?.slice(0, 60),
          before,
          after,
        ]),
      });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

interface Shift {
  value: number;
  moved: unknown[];
}

describe("each screen", () => {
  let pages: Page[];
  beforeAll(async () => {
    pages = await Promise.all([slowPage({ width: 1440, height: 900 }), slowPage({ width: 390, height: 844 })]);
    await Promise.all(pages.map((page) => page.goto(NOWHERE)));
  });
  afterAll(() => Promise.all(pages.map((page) => page.context().close())));

  it.each(PATHS)("%s doesn't jump while it loads on a desktop and a phone", async (path) => {
    // At once, as most of the time goes to waiting for answers.
    await Promise.all(pages.map((page) => load(page, path)));
    for (const page of pages) {
      const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      // Names what moved.
      expect(sum < MOST ? [] : shifts).toEqual([]);
    }
  });
});
