import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { hold, refuse, retry } from "#test/e2e/answers.ts";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const LIST = "**/api/notifications";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
const bellSays = (page: Page): Promise<string | null> => bell(page).getAttribute("aria-label");
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

async function opened(page: Page): Promise<Page> {
  await bell(page).click();
  await panel(page).waitFor();
  return page;
}

it("counts new notifications without a reload, links to the fix and stops counting what was read", async () => {
  const page = await opened(await stage.open("/rules"));
  await panel(page).getByText("You're all caught up").waitFor();
  expect(await panel(page).getByRole("button", { name: "Mark all as read" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "detached" });
  const focused = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Notifications");

  await receivesEvents(page);
  await stage.api("POST", "/rules", { name: "Budget", keywords: ["budget"], scoreWeight: 40, isActive: true });
  await stage.api("POST", "/leads", { name: "Ann Lee", email: "ann@planwell.example", notes: "We have a budget" });
  await expect.poll(() => bellSays(page)).toBe("Notifications, 1 unread");
  const config = { spreadsheetId: "a-sheet-that-is-not-there", authMethod: "api_key", apiKey: "a-key-of-nobody" };
  await stage.api("POST", "/data-sources", { name: "Spring fair", type: "google_sheets", config });
  await expect(stage.api("POST", "/sync-leads")).rejects.toThrow("Google doesn't recognize this API key");
  await expect.poll(() => bellSays(page)).toBe("Notifications, 2 unread");
  await opened(page);
  await expect
    .poll(() => panel(page).getByRole("link").allInnerTexts())
    .toEqual([
      expect.stringContaining("Spring fair can't be read"),
      expect.stringContaining("1 qualified lead is waiting for review"),
    ]);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);

  const row = panel(page).getByRole("link", { name: /Spring fair/ });
  expect(await row.innerText()).toContain("Unread");
  await row.click();
  await page.getByRole("dialog", { name: /Edit/ }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/data-sources?edit=1");
  await panel(page).waitFor({ state: "detached" });
  // The focus is in the dialog, not on the bell.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => bellSays(page)).toBe("Notifications, 1 unread");
  await opened(page);
  expect(await row.innerText()).not.toContain("Unread");
  await panel(page)
    .getByRole("link", { name: /is waiting for review/ })
    .click();
  await page.getByText("Ann Lee").first().waitFor();
  expect(new URL(page.url()).searchParams.has("review")).toBe(true);
});

it("marks all as read in every tab, rolls back when the server refuses, and shows only what is enabled", async () => {
  await stage.api("POST", "/leads", { name: "Bob Marsh", email: "bob@planwell.example", notes: "A budget, too" });
  const [page, other] = [await stage.open("/history"), await stage.open("/history")];
  await expect.poll(() => bellSays(page)).toBe("Notifications, 1 unread");
  await receivesEvents(other);
  const mark = page.getByRole("button", { name: "Mark all as read" });
  await opened(page);

  const letThrough = await refuse(page, "**/api/notifications/read", { status: 503, detail: "The store is away." });
  await mark.click();
  await page.getByText("Failed to mark as read").waitFor();
  await page.getByText("The store is away.").waitFor();
  await expect.poll(() => bellSays(page)).toBe("Notifications, 1 unread");

  await letThrough();
  await mark.click();
  await expect.poll(() => bellSays(page)).toBe("Notifications");
  await mark.waitFor({ state: "detached" });
  await expect.poll(() => bellSays(other)).toBe("Notifications");

  await opened(other);
  const row = panel(other).getByRole("link", { name: /Spring fair/ });
  await row.waitFor();
  await stage.api("PUT", "/settings", { notifySourceFailures: false });
  await row.waitFor({ state: "detached" });
  await stage.api("PUT", "/settings", { notifySourceFailures: true });
  await row.waitFor();
});

it("shows that it is loading, reports a failure, and retries", async () => {
  const page = await stage.open("about:blank");
  const letThrough = await refuse(page, LIST, { status: 500, detail: "The store is damaged." });
  const letGo = await hold(page, LIST);
  await page.goto("/history");
  await opened(page);
  await panel(page).getByText("Loading notifications").waitFor({ state: "attached" });
  letGo();
  await panel(page).getByText("Couldn't load notifications").waitFor();
  await panel(page).getByText("The store is damaged.").waitFor();
  await retry(panel(page).getByRole("button", { name: "Try again" }), letThrough);
  await panel(page)
    .getByRole("link", { name: /Spring fair/ })
    .waitFor();
});

it("fits a phone", async () => {
  const page = await opened(await stage.open("/history", { width: 390, height: 700, isTouch: true }));
  await panel(page)
    .getByRole("link", { name: /Spring fair/ })
    .waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    // The panel is positioned after it is rendered.
    await expect
      .poll(async () => {
        const box = await panel(page).boundingBox();
        return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width;
      })
      .toBe(true);
    const rows = await panel(page).getByRole("link").all();
    for (const row of rows) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});
