import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { refuse } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

const SCREENS = [
  ["/", "Dashboard"],
  ["/leads", "Lead Management"],
  ["/rules", "Rules & Keywords"],
  ["/setup-guide", "Setup Guide"],
  ["/data-sources", "Data Sources"],
  ["/email-settings", "Email Settings"],
] as const;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const title = (page: Page) => page.getByRole("banner").getByRole("heading", { level: 1 });
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });
const isDark = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.className === "dark");

/** Waits for a screen with all that it loads. */
async function settled(page: Page, name: string): Promise<void> {
  await expect.poll(() => title(page).innerText()).toBe(name);
  await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
}

describe("sidebar and header", () => {
  it("names the product and groups the screens", async () => {
    const page = await stage.open("/");
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
      ["SETTINGS", ["Data Sources", "Email Settings", "Configuration", "Schedules & Jobs", "Team"]],
    ]);
  });

  it("each screen is marked in the sidebar", async () => {
    const page = await stage.open("about:blank");
    for (const [path, name] of SCREENS) {
      await page.goto(path);
      await expect.poll(() => title(page).innerText()).toBe(name);
      await expect.poll(() => page.title()).toBe(`${name} · Winnow`);
      expect(await navigation(page).locator("[aria-current=page]").allInnerTexts()).toEqual([name]);
    }
  });

  it("goes where one presses, and back and forward", async () => {
    const page = await stage.open("/");
    await navigation(page).getByRole("link", { name: "Lead Management" }).click();
    await expect.poll(() => title(page).innerText()).toBe("Lead Management");
    await navigation(page).getByRole("link", { name: "Rules & Keywords" }).click();
    await expect.poll(() => title(page).innerText()).toBe("Rules & Keywords");
    await page.goBack();
    await expect.poll(() => title(page).innerText()).toBe("Lead Management");
    await page.goBack();
    await expect.poll(() => title(page).innerText()).toBe("Dashboard");
    await page.goForward();
    await expect.poll(() => title(page).innerText()).toBe("Lead Management");
    expect(new URL(page.url()).pathname).toBe("/leads");
  });

  it("lets the keyboard skip to the content", async () => {
    const page = await stage.open("/");
    await title(page).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  });
});

describe("theme", () => {
  it("follows the operating system until one is chosen", async () => {
    const page = await stage.open("/", { colorScheme: "dark" });
    await title(page).waitFor();
    expect(await isDark(page)).toBe(true);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => isDark(page)).toBe(false);
  });

  it("keeps what the toggle chose, against the operating system", async () => {
    const page = await stage.open("/");
    await page.getByRole("button", { name: "Switch to dark theme" }).click();
    expect(await isDark(page)).toBe(true);
    await page.reload();
    await page.getByRole("button", { name: "Switch to light theme" }).waitFor();
    expect(await isDark(page)).toBe(true);
  });

  it("returns to the system's theme", async () => {
    const page = await stage.open("/");
    await page.getByRole("radio", { name: "Dark theme" }).click();
    expect(await isDark(page)).toBe(true);
    await page.getByRole("radio", { name: "System theme" }).click();
    expect(await isDark(page)).toBe(false);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => isDark(page)).toBe(true);
  });

  it.each([
    ["the system is dark", "dark", null],
    ["dark was chosen on a light system", "light", "dark"],
  ] as const)("is dark before any script of the page runs when %s", async (_word, colorScheme, stored) => {
    const context = await stage.profile({ colorScheme });
    const page = await context.newPage();
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

describe("drawer under 768 px", () => {
  let page: Page;

  beforeAll(async () => {
    page = await (await stage.profile({ width: 767, isTouch: true })).newPage();
    await page.goto("/");
  });
  afterAll(() => page.context().close());
  beforeEach(async () => {
    await navigation(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Open menu" }).click();
    await navigation(page).waitFor();
  });

  it("closes by its button", async () => {
    await page.getByRole("button", { name: "Close menu" }).click();
    await navigation(page).waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Open menu");
  });

  it("closes by a tap beside it", async () => {
    await page.touchscreen.tap(740, 400);
    await navigation(page).waitFor({ state: "detached" });
  });

  it("closes by Escape", async () => {
    await page.keyboard.press("Escape");
    await navigation(page).waitFor({ state: "detached" });
  });

  it("closes by choosing the screen one is on", async () => {
    await navigation(page).getByRole("link", { name: "Dashboard" }).tap();
    await navigation(page).waitFor({ state: "detached" });
  });

  it("closes by choosing a link, and goes there", async () => {
    await navigation(page).getByRole("link", { name: "Data Sources" }).tap();
    await navigation(page).waitFor({ state: "detached" });
    await expect.poll(() => title(page).innerText()).toBe("Data Sources");
  });
});

it("there is no drawer from 768 px on", async () => {
  const page = await stage.open("/", { width: 768 });
  await navigation(page).waitFor();
  expect(await page.getByRole("button", { name: "Open menu" }).count()).toBe(0);
});

describe("an address that no screen has", () => {
  it("says so and offers the nearest that one has", async () => {
    const page = await stage.open("about:blank");
    for (const [path, nearest] of [
      ["/rules-keywords", "Rules & Keywords"],
      ["/lead", "Lead Management"],
      ["/nothing/like/it", "Dashboard"],
    ] as const) {
      await page.goto(path);
      await expect.poll(() => title(page).innerText()).toBe("404 Page Not Found");
      await page.getByText("Did you forget to add the page to the router?").waitFor();
      await page
        .getByRole("main")
        .getByRole("link", { name: `Go to ${nearest}` })
        .click();
      await expect.poll(() => title(page).innerText()).toBe(nearest);
    }
  });
});

describe("two tabs of one browser", () => {
  let context: BrowserContext;
  let first: Page;
  let second: Page;

  beforeAll(async () => {
    context = await stage.profile();
    [first, second] = [await context.newPage(), await context.newPage()];
    for (const page of [first, second]) {
      await page.goto("/");
      await page.getByText("No qualified leads found").waitFor();
    }
  });
  afterAll(() => context.close());

  const totalLeads = (page: Page) => page.getByRole("region", { name: "Total Leads" });

  it("both show what somebody else adds, without being touched", async () => {
    await stage.api("POST", "/leads", { name: "Ada Lovelace", email: "ada@engines.example", status: "qualified" });
    for (const page of [first, second]) {
      await expect.poll(() => totalLeads(page).innerText()).toMatch(/\b1\b/);
      await page.getByRole("row", { name: /Ada Lovelace/ }).waitFor();
    }
  });

  it("one shows what was done in the other", async () => {
    await first.getByRole("button", { name: "Reject Ada Lovelace" }).click();
    await first.getByText("Lead status updated successfully").waitFor();
    await second.getByText("No qualified leads found").waitFor();
  });

  it("the second keeps hearing when the first is closed", async () => {
    await first.close();
    await stage.api("POST", "/leads", { name: "Grace Hopper", email: "grace@navy.example", status: "qualified" });
    await second.getByRole("row", { name: /Grace Hopper/ }).waitFor();
  });

  it("a theme chosen in one holds in the other", async () => {
    const third = await context.newPage();
    await third.goto("/");
    await third.getByRole("button", { name: "Switch to dark theme" }).click();
    await expect.poll(() => isDark(second)).toBe(true);
  });
});

describe("a screen whose code cannot be loaded", () => {
  it("says so beside the sidebar, and loads when asked again", async () => {
    const page = await stage.open("/rules");
    await settled(page, "Rules & Keywords");
    await page.route("**/assets/data-sources-screen-*.js", (route) => route.abort());
    await navigation(page).getByRole("link", { name: "Data Sources" }).click();
    await page.getByText("This page could not be shown").waitFor();
    await page.unroute("**/assets/data-sources-screen-*.js");
    await page.getByRole("button", { name: "Reload the page" }).click();
    await page.getByText("No data sources configured yet").waitFor();
  });
});

describe("a notice", () => {
  it("stays 5000 ms, longer under the pointer or with the focus, and gives way to the next", async () => {
    await stage.api("POST", "/rules", { name: "Ready to buy", keywords: ["pricing"] });
    const page = await stage.open("/rules");
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
    await expect
      .poll(async () => {
        await page.clock.runFor(1);
        return next.count();
      })
      .toBe(1);
    expect(await notice.count()).toBe(0);
    await page.clock.runFor(4_800);
    expect(await next.count()).toBe(1);
    await page.clock.runFor(300);
    expect(await next.count()).toBe(0);
  });
});

it("axe finds nothing in the open drawer", async () => {
  const page = await stage.open("/", { width: 390, height: 844, isTouch: true });
  await page.getByRole("button", { name: "Open menu" }).click();
  await navigation(page).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
