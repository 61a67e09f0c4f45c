import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";

const PHONE = { width: 390, height: 844, isTouch: true };
const LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";

let stage: Stage;

const table = (page: Page): Locator => page.getByRole("table", { name: "Leads" });
const names = (page: Page): Promise<string[]> => table(page).locator("tbody a").allInnerTexts();
const query = (page: Page): string => decodeURIComponent(new URL(page.url()).search);
const chips = (page: Page): Locator => page.getByRole("list", { name: "Active filters" });
const panel = (page: Page): Locator => page.getByRole("dialog", { name: "Filters" });
const columns = (page: Page): Locator => page.getByRole("dialog", { name: "Columns" });
const openFilters = (page: Page): Promise<void> => page.getByRole("button", { name: /^Filters/ }).click();
async function open(search = "", options?: Parameters<Stage["open"]>[1]): Promise<Page> {
  const page = await stage.open(`/leads${search}`, options);
  await table(page).getByRole("link").first().waitFor();
  return page;
}

async function headers(page: Page): Promise<string[]> {
  const texts = await table(page).getByRole("columnheader").allInnerTexts();
  return texts.map((text) => text.replace(/[↑↓]/, "").trim()).filter((text) => text !== "");
}

beforeAll(async () => {
  stage = await openStage();
  await stage.api("POST", "/rules", { name: "Intent", keywords: ["demo", "pricing"], scoreWeight: 40 });
  await stage.api("POST", "/rules", { name: "Trade", keywords: ["steel", LONG_WORD], scoreWeight: 10 });
  const leads = [
    { name: "Ann", email: "ann@a.example", phone: "+43 1 234 5678", company: "Acme", notes: "A demo, pricing, steel" },
    { name: "Bob", email: "zed@b.example", notes: "A demo" },
    { name: "Cid", email: "cid@c.example", company: "Core", notes: `Steel. ${LONG_WORD}` },
  ];
  for (const lead of leads) await stage.api("POST", "/leads", lead);
  await stage.addSheet("Fair", [
    ["Name", "Email", "Company", "Team, size"],
    ["Dee", "dee@d.example", "Delta", "12 people"],
  ]);
  await stage.api("POST", "/sync-leads");
});
afterAll(() => stage.close());
beforeEach(() => stage.pageErrors.splice(0));
afterEach(() => expect(stage.pageErrors).toEqual([]));

it("filters by score, keyword, missing information and the day leads were added", async () => {
  const page = await open();
  await openFilters(page);
  await panel(page).getByLabel("Minimum score").fill("50");
  await page.keyboard.press("Enter");
  await expect.poll(() => names(page)).toEqual(["Ann"]);
  expect(query(page)).toBe("?minScore=50");
  // A reversed range is swapped.
  await panel(page).getByLabel("Maximum score").fill("20");
  await page.keyboard.press("Tab");
  await expect.poll(() => names(page)).toEqual(["Cid", "Bob"]);
  expect(query(page)).toBe("?minScore=20&maxScore=50");
  await panel(page).getByLabel("Maximum score").fill("many");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page)).toBe("?minScore=20");
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Filters");
  await page.getByRole("combobox", { name: "Score", exact: true }).selectOption("Any score");
  await expect.poll(() => query(page)).toBe("");

  await openFilters(page);
  const keyword = panel(page).getByLabel("Keyword");
  await expect
    .poll(() => panel(page).locator("datalist option").allTextContents())
    .toEqual(["demo", LONG_WORD, "pricing", "steel"]);
  await keyword.fill("steel");
  await keyword.press("Enter");
  await expect.poll(() => names(page)).toEqual(["Cid", "Ann"]);
  expect(query(page)).toBe("?keyword=steel");
  await keyword.fill("");
  await keyword.press("Enter");
  await panel(page).getByLabel("Missing information").selectOption("Company");
  await expect.poll(() => names(page)).toEqual(["Bob"]);
  expect(query(page)).toBe("?missing=company");
  await panel(page).getByLabel("Missing information").selectOption("Any");

  const added = panel(page).getByLabel("Added");
  await added.selectOption("Last 7 days");
  await expect.poll(() => query(page)).toBe("?added=7d");
  await expect.poll(async () => (await names(page)).length).toBe(4);
  await added.selectOption("Custom range");
  await expect.poll(() => query(page)).toBe("");
  // A typed date is applied only once it is complete.
  const steps = await page.evaluate(() => history.length);
  await panel(page).getByLabel("First day").focus();
  await page.keyboard.type("10102026");
  await expect.poll(() => query(page)).toBe("?from=2026-10-10");
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
  await chips(page)
    .getByText(/10 Oct 2026/)
    .waitFor();
  await panel(page).getByLabel("Last day").fill("2020-12-31");
  await expect.poll(() => query(page)).toBe("?from=2020-12-31&to=2026-10-11");
  await chips(page).getByText("31 Dec 2020 – 10 Oct 2026").waitFor();
  expect(await panel(page).getByLabel("First day").inputValue()).toBe("2020-12-31");
  expect(await panel(page).getByLabel("Last day").inputValue()).toBe("2026-10-10");
  await panel(page).getByLabel("Last day").fill("2021-12-31");
  await page.getByText("No leads found matching your criteria").waitFor();
  await panel(page).getByLabel("First day").fill("");
  await panel(page).getByLabel("Last day").focus();
  await expect.poll(() => query(page)).toBe("?to=2022-01-01");
  await added.selectOption("Any time");
  await expect.poll(async () => (await names(page)).length).toBe(4);
  expect(query(page)).toBe("");
});

it("shows filters as chips, removable one by one or all at once", async () => {
  const page = await open("?status=pending&source=manual&keyword=steel&search=c&sort=name");
  await expect.poll(() => names(page)).toEqual(["Cid"]);
  await expect
    .poll(async () => (await chips(page).getByRole("listitem").allInnerTexts()).map((text) => text.trim()))
    .toEqual(["Status Pending", "Source Added by hand", "Keyword steel", "Clear all"]);
  expect(await page.getByRole("button", { name: "Filters 3" }).count()).toBe(1);
  await chips(page).getByRole("button", { name: "Remove filter: Keyword, steel" }).click();
  await chips(page).getByText("Keyword").waitFor({ state: "detached" });
  expect(query(page)).toBe("?search=c&status=pending&sort=name&source=manual");
  await chips(page).getByRole("button", { name: "Clear all" }).click();
  await expect.poll(() => names(page)).toEqual(["Ann", "Bob", "Cid", "Dee"]);
  expect(query(page)).toBe("?sort=name");
  await chips(page).waitFor({ state: "detached" });
  await page.goBack();
  await chips(page).getByText("Status").waitFor();
});

const USUAL = ["Lead", "Company", "Score", "Status", "Keywords", "Date", "Actions"];

it("shows the chosen columns, also of a sheet, and stores them in the browser", async () => {
  const page = await open();
  await expect.poll(() => headers(page)).toEqual(USUAL);
  await page.getByRole("button", { name: "Columns" }).click();
  const box = (name: string): Locator => columns(page).getByRole("checkbox", { name, exact: true });
  expect(await box("Lead").isDisabled()).toBe(true);
  // Without a rendering in between.
  await columns(page).evaluate((list) => {
    for (const label of list.querySelectorAll("label")) {
      if (["Keywords", "Date", "Phone", "Missing"].includes(label.textContent?.trim() ?? "")) label.click();
    }
  });
  await box("Team, size").click();
  const chosen = ["Lead", "Phone", "Company", "Score", "Status", "Missing", "Team, size", "Actions"];
  await expect.poll(() => headers(page)).toEqual(chosen);
  expect(query(page)).toBe("");
  await page.keyboard.press("Escape");
  const row = (name: string): Locator => table(page).getByRole("row").filter({ hasText: name });
  await row("Bob").getByText("Phone, Company").waitFor();
  await row("Dee").getByText("12 people").waitFor();
  expect(await table(page).getByRole("columnheader", { name: "Team, size" }).getByRole("button").count()).toBe(0);
  await page.reload();
  await table(page).getByText("12 people").waitFor();
  await expect.poll(() => headers(page)).toEqual(chosen);
  await page.getByRole("button", { name: "Columns" }).click();
  await columns(page).getByRole("button", { name: "Reset columns" }).click();
  await expect.poll(() => headers(page)).toEqual(USUAL);
});

it("moves columns with the keyboard and by their headers, and marks those without room", async () => {
  const page = await open("?columns=lead,company,score,status,actions");
  await page.getByRole("button", { name: "Columns" }).click();
  const up = (name: string): Locator => columns(page).getByRole("button", { name: `Move ${name} up` });
  await up("Status").press("Enter");
  await expect.poll(() => headers(page)).toEqual(["Lead", "Company", "Status", "Score", "Actions"]);
  await columns(page).getByText("Status, 2 of 3").waitFor();
  await expect.poll(() => up("Status").evaluate((element) => element === document.activeElement)).toBe(true);
  await up("Status").press("Enter");
  await expect.poll(() => headers(page)).toEqual(["Lead", "Status", "Company", "Score", "Actions"]);
  expect(await up("Status").isDisabled()).toBe(true);
  const down = columns(page).getByRole("button", { name: "Move Status down" });
  await expect.poll(() => down.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  const head = (name: string): Locator => table(page).getByRole("columnheader", { name, exact: true });
  await head("Score").dragTo(head("Status"));
  await expect.poll(() => headers(page)).toEqual(["Lead", "Score", "Status", "Company", "Actions"]);
  await head("Score").dragTo(head("Lead"));
  expect(await headers(page)).toEqual(["Lead", "Score", "Status", "Company", "Actions"]);

  await goInside(page, "/leads?columns=lead,email,phone,company,score,status,keywords,source,missing,date,actions");
  await expect.poll(() => headers(page)).toContain("Email");
  expect(await headers(page)).not.toContain("Keywords");
  await page.getByRole("button", { name: "Columns" }).click();
  await columns(page).getByRole("checkbox", { name: "Keywords doesn't fit" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 2200, height: 900 });
  await expect.poll(() => headers(page)).toContain("Keywords");
  await expect.poll(() => headers(page)).toHaveLength(11);
});

it("filters in a sheet on a phone and shows how many leads match", async () => {
  const page = await open("", PHONE);
  await page.getByRole("button", { name: "Filters" }).tap();
  await panel(page).getByLabel("Source").selectOption("Google Sheets");
  // The former list is dimmed until the new one arrives.
  await panel(page).getByRole("button", { name: "Show 1 lead" }).waitFor();
  await page.locator("table[aria-busy]").waitFor({ state: "detached" });
  expect(await axeFindings(page)).toEqual([]);
  await panel(page).getByRole("button", { name: "Show 1 lead" }).tap();
  await expect.poll(() => names(page)).toEqual(["Dee"]);
  await page.getByRole("button", { name: "Filters" }).tap();
  await panel(page).getByRole("button", { name: "Clear all" }).tap();
  await panel(page).getByRole("button", { name: "Close", exact: true }).tap();
  await expect.poll(async () => (await names(page)).length).toBe(4);
});

it("passes axe with chips and panel, and does not scroll sideways with long words and chips", async () => {
  const page = await open("?minScore=1&missing=phone&from=2026-01-01");
  await openFilters(page);
  await panel(page).getByLabel("First day").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await goInside(page, `/leads?keyword=${encodeURIComponent(LONG_WORD)}&minScore=1&added=90d`);
  const main = page.locator("main");
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await chips(page).getByText(LONG_WORD).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expect
      .poll(() => main.evaluate(({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth - clientWidth))
      .toBe(0);
  }
});
