import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { refuse } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

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

/** Waits for a screen and everything it loads. */
async function settled(page: Page, name: string): Promise<void> {
  await expect.poll(() => title(page).innerText()).toBe(name);
  await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
}

describe("sidebar and header", () => {
  it("names the product, groups the screens, and offers a skip link", async () => {
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
      ["SETTINGS", ["Data Sources", "Email Settings", "Integrations", "Configuration", "Schedules & Jobs", "Team"]],
    ]);

    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  });

  it("marks the current screen", async () => {
    const page = await stage.open("/");
    for (const [path, name] of SCREENS) {
      await navigation(page).getByRole("link", { name, exact: true }).click();
      await page.waitForURL(stage.server.url + path);
      await expect.poll(() => title(page).innerText()).toBe(name);
      await expect.poll(() => page.title()).toBe(`${name} · Winnow`);
      await expect.poll(() => navigation(page).locator("[aria-current=page]").allInnerTexts()).toEqual([name]);
    }
  });

  it("opens the clicked screen and goes back and forward", async () => {
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
});

describe("theme", () => {
  it("follows the operating system until one is chosen", async () => {
    const page = await stage.open("/", { colorScheme: "dark" });
    await title(page).waitFor();
    expect(await isDark(page)).toBe(true);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => isDark(page)).toBe(false);
  });

  it("keeps the chosen theme over the operating system's until reset", async () => {
    const page = await stage.open("/");
    await page.getByRole("button", { name: "Switch to dark theme" }).click();
    expect(await isDark(page)).toBe(true);
    await page.reload();
    await page.getByRole("button", { name: "Switch to light theme" }).waitFor();
    expect(await isDark(page)).toBe(true);

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

  it("closes with its button and restores the focus", async () => {
    await page.getByRole("button", { name: "Close menu" }).click();
    await navigation(page).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Open menu");
  });

  it("closes on a tap outside", async () => {
    await page.touchscreen.tap(740, 400);
    await navigation(page).waitFor({ state: "detached" });
  });

  it("closes with Escape", async () => {
    await page.keyboard.press("Escape");
    await navigation(page).waitFor({ state: "detached" });
  });

  it("closes when the current screen is chosen", async () => {
    await navigation(page).getByRole("link", { name: "Dashboard" }).tap();
    await navigation(page).waitFor({ state: "detached" });
  });

  it("closes when another screen is chosen and opens it", async () => {
    await navigation(page).getByRole("link", { name: "Data Sources" }).tap();
    await navigation(page).waitFor({ state: "detached" });
    await expect.poll(() => title(page).innerText()).toBe("Data Sources");
  });
});

it("has no drawer from 768 px", async () => {
  const page = await stage.open("/", { width: 768 });
  await navigation(page).waitFor();
  expect(await page.getByRole("button", { name: "Open menu" }).count()).toBe(0);
});

describe("an unknown URL", () => {
  it("reports it and offers the closest screen", async () => {
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
    await receivesEvents(first);
  });
  afterAll(() => context.close());

  const totalLeads = (page: Page) => page.getByRole("region", { name: "Total Leads" });

  it("both show what another user adds", async () => {
    await stage.api("POST", "/leads", { name: "Ada Lovelace", email: "ada@engines.example", status: "qualified" });
    for (const page of [first, second]) {
      await expect.poll(() => totalLeads(page).innerText()).toMatch(/\b1\b/);
      await page.getByRole("row", { name: /Ada Lovelace/ }).waitFor();
    }
  });

  it("show each other's changes", async () => {
    await stage.api("POST", "/leads", { name: "Mary Somerville", email: "mary@stars.example", status: "qualified" });
    const row = (page: Page) => page.getByRole("row", { name: /Mary Somerville/ });
    await row(second).waitFor();
    await first.getByRole("button", { name: "Reject Mary Somerville" }).click();
    await first.getByText("Lead status updated successfully").waitFor();
    await row(second).waitFor({ state: "detached" });
  });

  it("keep receiving events when one of them closes", async () => {
    await first.close();
    await stage.api("POST", "/leads", { name: "Grace Hopper", email: "grace@navy.example", status: "qualified" });
    await second.getByRole("row", { name: /Grace Hopper/ }).waitFor();
  });

  it("share a chosen theme", async () => {
    const third = await context.newPage();
    await third.goto("/");
    await third.getByRole("button", { name: "Switch to dark theme" }).click();
    await expect.poll(() => isDark(second)).toBe(true);
  });
});

describe("a screen whose code fails to load", () => {
  it("reports it next to the sidebar and loads on retry", async () => {
    const page = await stage.open("/rules");
    await settled(page, "Rules & Keywords");
    await page.route("**/assets/data-sources-screen-*.js", (route) => route.abort());
    await navigation(page).getByRole("link", { name: "Data Sources" }).click();
    await page.getByText("Couldn't load this page").waitFor();
    await page.unroute("**/assets/data-sources-screen-*.js");
    await page.getByRole("button", { name: "Reload page" }).click();
    await page.getByText("No data sources configured yet").waitFor();
  });
});

describe("a notice", () => {
  it("stays for 5000 ms, longer while hovered or focused, and is joined by the next", async () => {
    await stage.api("POST", "/rules", { name: "Ready to buy", keywords: ["pricing"] });
    const page = await stage.openAlone();
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
    await expect
      .poll(async () => {
        await page.clock.runFor(1);
        return next.count();
      })
      .toBe(1);
    expect(await notice.count()).toBe(1);
    await page.clock.runFor(4_800);
    expect(await next.count()).toBe(1);
    await page.clock.runFor(300);
    expect(await next.count()).toBe(0);
    expect(await notice.count()).toBe(0);
  });
});

it("passes axe with the drawer open", async () => {
  const page = await stage.open("/", { width: 390, height: 844, isTouch: true });
  await page.getByRole("button", { name: "Open menu" }).click();
  await navigation(page).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
