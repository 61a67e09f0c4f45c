import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { refuse } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const title = (page: Page) => page.getByRole("banner").getByRole("heading", { level: 1 });
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });
const isDark = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.className === "dark");

/** Waits for a screen, which the sidebar marks. */
async function isAt(page: Page, name: string): Promise<void> {
  await expect.poll(() => title(page).innerText()).toBe(name);
  await expect.poll(() => navigation(page).locator("[aria-current=page]").allInnerTexts()).toEqual([name]);
}

describe("sidebar and header", () => {
  it("names the product, groups and marks the screens, offers a skip link, and goes back and forward", async () => {
    const page = await stage.visit("/");
    await title(page).waitFor();
    await page.getByText("Lead Generation Agent").waitFor();
    const groups = await navigation(page).getByRole("region").all();
    const shown = await Promise.all(
      groups.map(async (group) => [
        await group.getAttribute("aria-label"),
        await group.getByRole("link").allInnerTexts(),
      ]),
    );
    expect(shown).toEqual([
      ["MAIN", ["Dashboard", "Lead Management", "Lead Scraper", "Gmail Integration", "Rules & Keywords"]],
      ["HELP", ["Setup Guide"]],
      ["SETTINGS", ["Data Sources", "Email Settings", "Integrations", "Configuration", "Schedules & Jobs", "Team"]],
    ]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");

    for (const [path, name] of [
      ["/leads", "Lead Management"],
      ["/setup-guide", "Setup Guide"],
    ] as const) {
      await navigation(page).getByRole("link", { name, exact: true }).click();
      await page.waitForURL(stage.server.url + path);
      await isAt(page, name);
      await expect.poll(() => page.title()).toBe(`${name} · Winnow`);
    }
    await page.goBack();
    await isAt(page, "Lead Management");
    await page.goBack();
    await isAt(page, "Dashboard");
    await page.goForward();
    await isAt(page, "Lead Management");
    expect(new URL(page.url()).pathname).toBe("/leads");
  });
});

describe("theme", () => {
  it("follows the operating system until one is chosen, which stays until reset", async () => {
    const page = await stage.open("/", { colorScheme: "dark" });
    await title(page).waitFor();
    expect(await isDark(page)).toBe(true);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => isDark(page)).toBe(false);

    /** The color around the page, such as of a phone's status bar. */
    const ground = (): Promise<string | null> => page.locator('meta[name="theme-color"]').getAttribute("content");
    expect(await ground()).toBe("#f8fafc");
    await page.getByRole("button", { name: "Switch to dark theme" }).click();
    expect(await isDark(page)).toBe(true);
    expect(await ground()).toBe("#0e1116");
    await page.reload();
    await page.getByRole("button", { name: "Switch to light theme" }).waitFor();
    expect(await isDark(page)).toBe(true);

    await page.getByRole("radio", { name: "System theme" }).click();
    expect(await isDark(page)).toBe(false);
    await page.getByRole("radio", { name: "Dark theme" }).click();
    expect(await isDark(page)).toBe(true);
    await page.getByRole("radio", { name: "System theme" }).click();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => isDark(page)).toBe(true);
  });

  it.each([
    ["the system is dark", "dark", null],
    ["dark was chosen on a light system", "light", "dark"],
  ] as const)("is dark before any script runs when %s", async (_word, colorScheme, stored) => {
    const page = await stage.openAlone({ colorScheme });
    await page.addInitScript((theme) => {
      if (theme !== null) localStorage.setItem("winnow-lead-generation-theme", theme);
    }, stored);
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/");
    expect(await isDark(page)).toBe(true);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(Number(/oklch\(([\d.]+)/.exec(ground)?.[1])).toBeLessThan(0.3);
  });
});

it("has a drawer under 768 px, which closes with its button, Escape, a tap outside or a chosen screen", async () => {
  const page = await stage.visit("/", { width: 767, isTouch: true });
  const openDrawer = async (): Promise<void> => {
    await page.getByRole("button", { name: "Open menu" }).click();
    await navigation(page).waitFor();
  };
  const isClosed = (): Promise<void> => navigation(page).waitFor({ state: "detached" });
  await openDrawer();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Close menu" }).click();
  await isClosed();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Open menu");
  await openDrawer();
  await page.touchscreen.tap(740, 400);
  await isClosed();
  await openDrawer();
  await page.keyboard.press("Escape");
  await isClosed();
  await openDrawer();
  await navigation(page).getByRole("link", { name: "Dashboard" }).tap();
  await isClosed();
  await openDrawer();
  await navigation(page).getByRole("link", { name: "Data Sources" }).tap();
  await isClosed();
  await expect.poll(() => title(page).innerText()).toBe("Data Sources");

  await page.setViewportSize({ width: 768, height: 900 });
  await navigation(page).waitFor();
  expect(await page.getByRole("button", { name: "Open menu" }).count()).toBe(0);
});

it("keeps two tabs of one browser in step, also after the first one closes", async () => {
  const second = await stage.open("about:blank");
  const first = await second.context().newPage();
  for (const page of [first, second]) {
    await page.goto("/");
    await page.getByText("No qualified leads found").waitFor();
  }
  await receivesEvents(first);
  await stage.api("POST", "/leads", { name: "Ada Lovelace", email: "ada@engines.example", status: "qualified" });
  for (const page of [first, second]) {
    await expect.poll(() => page.getByRole("region", { name: "Total Leads" }).innerText()).toMatch(/\b1\b/);
    await page.getByRole("row", { name: /Ada Lovelace/ }).waitFor();
  }
  await first.getByRole("button", { name: "Reject Ada Lovelace" }).click();
  await first.getByText("Lead status updated successfully").waitFor();
  await second.getByRole("row", { name: /Ada Lovelace/ }).waitFor({ state: "detached" });
  await first.getByRole("button", { name: "Switch to dark theme" }).click();
  await expect.poll(() => isDark(second)).toBe(true);

  await first.close();
  await stage.api("POST", "/leads", { name: "Grace Hopper", email: "grace@navy.example", status: "qualified" });
  await second.getByRole("row", { name: /Grace Hopper/ }).waitFor();
});

it("reports a screen whose code fails to load next to the sidebar, and loads it on retry", async () => {
  const page = await stage.open("/rules");
  await title(page).waitFor();
  await page.route("**/assets/data-sources-screen-*.js", (route) => route.abort());
  await navigation(page).getByRole("link", { name: "Data Sources" }).click();
  await page.getByText("Couldn't load this page").waitFor();
  await page.unroute("**/assets/data-sources-screen-*.js");
  await page.getByRole("button", { name: "Reload page" }).click();
  await page.getByText("No data sources configured yet").waitFor();
});

describe("a notice", () => {
  it("stays for 5000 ms, longer while hovered or focused, is joined by the next, and covers no button of a dialog", async () => {
    await stage.api("POST", "/rules", { name: "Ready to buy", keywords: ["pricing"] });
    const page = await stage.openAlone({ height: 640 });
    await page.goto("/rules");
    const toggle = page.getByRole("switch", { name: "Ready to buy is active" });
    await toggle.waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const notice = page.getByRole("region", { name: "Notices" }).getByText("Rule updated successfully");
    await toggle.click();
    await notice.hover();
    await page.clock.runFor(60_000);
    expect(await notice.count()).toBe(1);
    await page.mouse.move(0, 0);
    await page.clock.runFor(4_900);
    expect(await notice.count()).toBe(1);
    await page.getByRole("button", { name: "Dismiss" }).focus();
    await page.clock.runFor(60_000);
    expect(await notice.count()).toBe(1);
    await refuse(page, "**/api/rules/*", { status: 503, detail: "The store is being moved." });
    await toggle.click();
    const next = page.getByRole("region", { name: "Notices" }).getByText("Failed to update rule");
    const appears = (what: Locator): Promise<void> =>
      expect
        .poll(async () => {
          await page.clock.runFor(1);
          return what.count();
        })
        .toBe(1);
    await appears(next);
    expect(await notice.count()).toBe(1);
    await page.clock.runFor(4_800);
    expect(await next.count()).toBe(1);
    await page.clock.runFor(300);
    expect(await next.count()).toBe(0);
    expect(await notice.count()).toBe(0);

    await toggle.click();
    await appears(next);
    await page.getByRole("button", { name: "Create rule" }).first().click();
    const create = page.getByRole("dialog").getByRole("button", { name: "Create rule" });
    const isCovered = async (): Promise<boolean> => {
      const [over, under] = [
        await page.getByRole("region", { name: "Notices" }).boundingBox(),
        await create.boundingBox(),
      ];
      if (over === null || under === null) return true;
      return over.y < under.y + under.height && over.y + over.height > under.y && over.x < under.x + under.width;
    };
    await appears(create);
    await create.scrollIntoViewIfNeeded();
    await expect.poll(isCovered).toBe(false);
    expect(await next.count()).toBe(1);
  });
});
