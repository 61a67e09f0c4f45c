import type { Page } from "playwright-core";
import { launchChromium } from "#test/chromium.ts";
import { atMost, type Figure } from "./figure.ts";
import { openStage } from "./stage.ts";

const LEADS = 100_000;
const MAX_MILLISECONDS = 100;

/**
 * Interaction to Next Paint in a long list (web.dev/articles/inp): the slowest interaction, ignoring one in 50, by the
 * browser's Event Timing, which has a resolution of 8 ms.
 */
export async function interaction(): Promise<Figure[]> {
  const stage = await openStage("sqlite", LEADS);
  const server = await stage.startServer();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.url}/leads`);
    await page.locator('tr[data-index="0"]').waitFor();
    await page.evaluate(observe);
    const figures: Figure[] = [];
    for (const [name, run] of Object.entries(INTERACTIONS)) {
      await run(page);
      figures.push(
        atMost(MAX_MILLISECONDS, {
          name: `next paint after ${name}, ${LEADS.toLocaleString("en")} leads`,
          engine: "",
          value: await page.evaluate(takeInteraction),
          unit: "ms",
        }),
      );
    }
    return figures;
  } finally {
    await browser.close();
    await server.stop();
    await stage.close();
  }
}

const INTERACTIONS: Record<string, (page: Page) => Promise<void>> = {
  async "scrolling with keys"(page) {
    await page.locator("main").focus();
    for (let press = 0; press < 60; press += 1) await page.keyboard.press("PageDown");
    await page.keyboard.press("Home");
    await page.locator('tr[data-index="0"]').waitFor();
  },
  async "moving from lead to lead"(page) {
    for (let press = 0; press < 80; press += 1) await page.keyboard.press("j");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Home");
    await page.locator('tr[data-index="0"]').waitFor();
  },
  async selecting(page) {
    const boxes = page.locator('tr[data-index] input[type="checkbox"]');
    for (let press = 0; press < 10; press += 1) await boxes.nth(press).click();
    await boxes.nth(0).click({ modifiers: ["Shift"] });
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Escape");
    }
  },
  async "opening a lead"(page) {
    for (let press = 0; press < 5; press += 1) {
      await page.locator(`tr[data-index="${press}"] a`).click();
      await page.getByRole("dialog").getByText("Timeline").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  },
  async "typing in the search"(page) {
    await page.keyboard.press("/");
    for (const character of "anderson") {
      await page.keyboard.press(character);
      await page.waitForRequest(/[?&]search=/, { timeout: 1_000 }).catch(() => undefined);
    }
    for (let press = 0; press < 8; press += 1) await page.keyboard.press("Backspace");
    await page.locator('tr[data-index="0"]').waitFor();
  },
};

interface Watched {
  /** The longest event per interaction since the last read, in milliseconds. */
  durations?: Map<number, number>;
  countBefore?: number;
}

/** TypeScript's library lacks it. */
interface Counting {
  interactionCount?: number;
}

/** Runs in the page. */
function observe(): void {
  const watched = globalThis as Watched;
  const durations = new Map<number, number>();
  watched.durations = durations;
  watched.countBefore = (performance as Counting).interactionCount ?? 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      const { interactionId = 0, duration } = entry;
      // Only interactions have an ID; pointer moves don't.
      if (interactionId !== 0) durations.set(interactionId, Math.max(durations.get(interactionId) ?? 0, duration));
    }
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page: waits for pending entries and returns the figure since the last read. */
async function takeInteraction(): Promise<number> {
  const watched = globalThis as Watched;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))));
  const slowestFirst = [...(watched.durations?.values() ?? [])].toSorted((one, other) => other - one);
  const countNow = (performance as Counting).interactionCount ?? slowestFirst.length;
  const count = countNow - (watched.countBefore ?? 0);
  watched.durations?.clear();
  watched.countBefore = countNow;
  return slowestFirst[Math.min(slowestFirst.length - 1, Math.floor(count / 50))] ?? 0;
}
