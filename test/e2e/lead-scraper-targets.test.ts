import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { contactPages } from "#test/peers/website/contact-pages.ts";
import { card, html } from "#test/peers/website/traps.ts";
import { startWebsitePeer, type WebsitePeer } from "#test/peers/website/website-peer.ts";
import { hold, refuse, sentBodies, retry } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, NOWHERE, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;
let site: WebsitePeer;

beforeAll(async () => {
  stage = await openStage({ env: { WINNOW_SCRAPE_ALLOW_PRIVATE: "1" } });
  site = await startWebsitePeer(contactPages(200));
  site.set({
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /private\n" },
    "/acme": html(
      `<a href="/private/prices">Prices</a>${card("Nora Lind", "Head of Purchasing", "nora@acme.example")}`,
    ),
    "/borg": html(card("Bo Borg", "Owner", "bo@borg.example") + card("Lea Borg", "Sales", "lea@borg.example")),
    "/clay": html(card("Cy Clay", "Owner", "cy@clay.example")),
  });
});
afterAll(() => Promise.all([stage.close(), site.close()]));
beforeEach(async () => {
  for (const { id } of await targets()) await stage.api("DELETE", `/scrape-targets/${id}`);
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

const targets = async (): Promise<ScrapeTarget[]> => (await stage.api("GET", "/scrape-targets")) as ScrapeTarget[];
/** Limited to one page, so that a scrape ends immediately. */
const addTarget = async (target: Partial<ScrapeTarget> = {}): Promise<ScrapeTarget> =>
  (await stage.api("POST", "/scrape-targets", {
    name: "Acme",
    url: `${site.url}/acme`,
    maxPages: 1,
    ...target,
  })) as ScrapeTarget;

const notice = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("region", { name: "Notices" }).getByText(text);
const dialog = (page: Page): Locator => page.getByRole("dialog");
const row = (page: Page, name: string): Locator =>
  page.getByRole("list", { name: "Scrape targets" }).getByRole("listitem", { name, exact: true });
const tile = (page: Page, title: string): Promise<string> =>
  page.getByRole("region", { name: title, exact: true }).getByRole("paragraph").innerText();
const scrapeNow = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^(Scrape Now|Scraping\\.{3}): ${name}$`) });
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.activeElement;
    return (
      active?.getAttribute("aria-label") ?? document.querySelector(`label[for="${active?.id}"]`)?.textContent ?? ""
    );
  });

async function fill(page: Page, { name, url, type }: { name?: string; url?: string; type?: string }): Promise<void> {
  if (name !== undefined) await page.getByLabel("Name").fill(name);
  if (url !== undefined) await page.getByLabel("URL").fill(url);
  if (type !== undefined) await page.getByLabel("Type").selectOption({ label: type });
}

it("shows that the targets are loading, reports a failure, and retries", async () => {
  await addTarget({ isActive: false, type: "directory" });
  const page = await stage.open(NOWHERE);
  const relent = await refuse(page, /\/api\/scrape/, { status: 503, detail: "The store is being moved." });
  const release = await hold(page, "**/api/scrape-targets");
  await goInside(page, "/lead-scraper");
  await page.getByText("Loading the scrape targets").waitFor({ state: "attached" });
  release();
  await page.getByText("Couldn't load metrics").waitFor();
  await page.getByText("Couldn't load scrape targets").waitFor();
  await retry(page.getByRole("button", { name: "Try again" }).last(), relent);
  const acme = row(page, "Acme");
  for (const text of ["Inactive", "Directory", "Not scraped yet.", `${site.url}/acme`]) {
    await acme.getByText(text, { exact: true }).waitFor();
  }
  expect(await acme.getByText(/found/).count()).toBe(0);
});

it("adds targets to an empty list, after asking for what is missing and marking what the server rejects", async () => {
  const page = await stage.visit("/lead-scraper");
  await page.getByText("No scraping targets configured yet").waitFor();
  await page.getByText("Automatically discover and collect leads from multiple sources").waitFor();
  for (const title of ["Active Targets", "Email Leads", "Form Submissions"]) expect(await tile(page, title)).toBe("0");
  const sent = sentBodies(page, "POST", /scrape-targets$/);
  const add = page.getByRole("button", { name: "Add target" });
  expect(await page.getByLabel("Type").inputValue()).toBe("website");
  await add.click();
  await notice(page, "Missing Information").waitFor();
  await notice(page, "Please fill in all fields").waitFor();
  await expect.poll(() => focused(page)).toBe("Name");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await fill(page, { name: "Borg", url: " " });
  await add.click();
  await notice(page, "Please fill in all fields").waitFor();
  await expect.poll(() => focused(page)).toBe("URL");
  expect(sent).toEqual([]);

  await fill(page, { url: "not an address!" });
  await add.click();
  await notice(page, "Failed to add scrape target").waitFor();
  await page.getByRole("alert").filter({ hasText: "Not a web address" }).first().waitFor();
  expect(await page.getByLabel("URL").getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => focused(page)).toBe("URL");
  expect(await page.getByLabel("Name").inputValue()).toBe("Borg");

  await fill(page, { url: `${site.url}/borg` });
  await add.click();
  await notice(page, "Scrape target added successfully").waitFor();
  expect(sent.at(-1)).toEqual({ name: "Borg", url: `${site.url}/borg`, type: "website" });
  await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("");
  await expect.poll(() => page.getByLabel("URL").inputValue()).toBe("");
  await row(page, "Borg").getByText("Active").waitFor();
  await expect.poll(() => tile(page, "Active Targets")).toBe("1");
  expect(await targets()).toMatchObject([
    { type: "website", isActive: true, scrapeFrequency: "daily", leadsFound: 0, selectors: null },
  ]);

  await fill(page, { name: "Valley", url: "valley.example/firms", type: "Directory" });
  await page.getByText("A list of people or companies that spans several pages.").waitFor();
  await add.click();
  await row(page, "Valley").getByRole("link", { name: "https://valley.example/firms" }).waitFor();
  expect(sent.at(-1)).toMatchObject({ type: "directory" });
  await expect
    .poll(() => page.getByRole("list", { name: "Scrape targets" }).getByRole("heading").allInnerTexts())
    .toEqual(["Valley", "Borg"]);
});

describe("Scrape Now", () => {
  it("finds and counts leads with the source of each value, or reports why a site could not be read", async () => {
    const gone = await startWebsitePeer();
    await gone.close();
    await addTarget({ name: "Gone", url: gone.url });
    await addTarget({ name: "Borg", url: `${site.url}/borg` });
    const page = await stage.visit("/lead-scraper");
    const before = Number(await tile(page, "Leads Found Today"));
    await scrapeNow(page, "Borg").click();
    await notice(page, "Scraping Complete").waitFor();
    await notice(page, "Found 2 new leads").waitFor();
    await row(page, "Borg").getByText("2 leads found").waitFor();
    await expect.poll(() => tile(page, "Leads Found Today")).toBe(String(before + 2));
    await scrapeNow(page, "Borg").click();
    await notice(page, "Found 0 new leads").waitFor();

    await scrapeNow(page, "Gone").click();
    await notice(page, "Failed to scrape Gone").waitFor();
    await notice(page, /connection was refused/).waitFor();
    await row(page, "Gone").getByText("The last scrape failed.").waitFor();
    await row(page, "Gone").getByText("Failing", { exact: true }).waitFor();

    await goInside(page, "/leads");
    const source = page.getByLabel("Source", { exact: true });
    await source.waitFor();
    expect(await source.getByRole("option").allInnerTexts()).toEqual([
      "All sources",
      "Google Sheets",
      "JSON API",
      "Website",
      "Email",
      "Web form",
      "File",
      "API",
      "Added by hand",
    ]);
    await source.selectOption({ label: "Website" });
    await page.getByRole("link", { name: "Lea Borg" }).click();
    await page.getByRole("button", { name: "Show sources" }).click();
    await page
      .getByRole("region", { name: "Contact", exact: true })
      .getByText(new RegExp(`${site.url}/borg of Borg`))
      .first()
      .waitFor();
  });

  it("shows its progress and stops when canceled, also by another user", async () => {
    const { id } = await addTarget({ name: "Works", url: site.url, maxPages: 200 });
    const page = await stage.visit("/lead-scraper");
    await receivesEvents(page);
    await scrapeNow(page, "Works").click();
    const works = row(page, "Works");
    await works.getByRole("progressbar", { name: "Reading pages" }).waitFor();
    await works.getByText(/^[1-9]\d* of \d+$/).waitFor();
    expect(await scrapeNow(page, "Works").getAttribute("aria-busy")).toBe("true");
    await works.getByRole("button", { name: "Cancel scraping Works" }).click();
    await notice(page, "Scraping Canceled").waitFor();
    await works.getByText("The last scrape was interrupted.").waitFor();
    await works.getByRole("progressbar").waitFor({ state: "detached" });
    await works.getByText(/leads found/).waitFor();

    const begun = stage.api("POST", `/scrape-targets/${id}/scrape`);
    await works.getByRole("progressbar").waitFor();
    await works.getByRole("button", { name: "Cancel scraping Works" }).click();
    expect(await begun).toMatchObject({ run: { outcome: "interrupted" } });
  });
});

describe("the pages of a run", () => {
  it("show what each run found, or why nothing, under their own URL", async () => {
    const { id } = await addTarget({ maxPages: 5 });
    await stage.api("POST", `/scrape-targets/${id}/scrape`);
    const page = await stage.visit("/lead-scraper");
    await row(page, "Acme").getByRole("link", { name: "Pages from Acme" }).click();
    await page.waitForURL(`**/lead-scraper?run=${id}`);
    const pages = dialog(page).getByRole("region", { name: "Pages" });
    await pages.getByRole("heading", { name: "Pages (2)" }).waitFor();
    await pages.getByRole("listitem").filter({ hasText: "1 record" }).getByText("Read", { exact: true }).waitFor();
    const keptBack = pages.getByRole("listitem").filter({ hasText: "/private/prices" });
    await keptBack.getByText("Skipped").waitFor();
    await keptBack.getByText(/robots\.txt/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("");
    expect(await focused(page)).toBe("");

    await stage.api("POST", `/scrape-targets/${id}/scrape`);
    await goInside(page, `/lead-scraper?run=${id}`);
    const runs = dialog(page).getByLabel("Run");
    await expect.poll(() => runs.getByRole("option").count()).toBe(2);
    await pages.getByText("Unchanged", { exact: true }).waitFor();
    await runs.selectOption({ index: 1 });
    await pages.getByText("Read", { exact: true }).waitFor();
  });
});

describe("the settings of a target", () => {
  it("reject invalid values, are all saved and shown again, and delete it after a confirmation", async () => {
    const { id } = await addTarget({ name: "Clay", url: `${site.url}/clay` });
    await stage.api("POST", `/scrape-targets/${id}/scrape`);
    const page = await stage.visit("/lead-scraper");
    await page.getByRole("button", { name: "Settings for Clay" }).click();
    await page.waitForURL(`**/lead-scraper?edit=${id}`);
    const form = page.getByRole("dialog", { name: "Scrape target settings" });
    const save = (): Promise<void> => form.getByRole("button", { name: "Save changes" }).click();
    const record = form.getByLabel("Record (one person or company)");
    await form.getByLabel("Page limit").fill("0");
    await form.getByText("CSS selectors", { exact: true }).click();
    await record.fill("div[");
    await save();
    await form.getByRole("alert").waitFor();
    await form.getByLabel("Page limit").fill("3");
    await save();
    await notice(page, "Failed to update scrape target").waitFor();
    expect(await record.getAttribute("aria-invalid")).toBe("true");
    expect(await axeFindings(page)).toEqual([]);
    expect(await targets()).toMatchObject([{ maxPages: 1, selectors: null }]);

    const fields = { "Page limit": "44", "Depth limit": "2", URL: "https://renamed.example/list" };
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
    const name = form.getByLabel("Name").first();
    await name.fill("Renamed");
    await form.getByLabel("Type").selectOption({ label: "Directory" });
    await form.getByLabel("Frequency").selectOption({ label: "Weekly" });
    await form.getByRole("switch", { name: "Active" }).uncheck();
    await form.getByRole("switch", { name: "Render JavaScript pages" }).check();
    await record.fill(".member");
    await form.getByLabel("Link to the next page").fill("a.next");
    await save();
    await notice(page, "Scrape target updated successfully").waitFor();
    await form.waitFor({ state: "detached" });
    const selectors = { record: ".member", nextPage: "a.next" };
    expect(await targets()).toMatchObject([
      {
        name: "Renamed",
        url: "https://renamed.example/list",
        type: "directory",
        scrapeFrequency: "weekly",
        maxPages: 44,
        maxDepth: 2,
        isActive: false,
        renderScripts: true,
        selectors,
      },
    ]);
    await row(page, "Renamed").getByText("Inactive").waitFor();
    await expect.poll(() => tile(page, "Active Targets")).toBe("0");

    await goInside(page, `/lead-scraper?edit=${id}`);
    await expect.poll(() => name.inputValue()).toBe("Renamed");
    for (const [label, value] of Object.entries(fields)) {
      expect(await form.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    }
    expect(await form.getByLabel("Frequency").inputValue()).toBe("weekly");
    expect(await form.getByRole("switch", { name: "Active" }).isChecked()).toBe(false);
    expect(await record.inputValue()).toBe(".member");

    await form.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete target" }).click();
    await notice(page, "Scrape target deleted successfully").waitFor();
    await page.getByText("No scraping targets configured yet").waitFor();
    expect(await targets()).toEqual([]);
    expect(await stage.api("GET", "/leads?search=cy%40clay.example&limit=5")).toMatchObject([{ name: "Cy Clay" }]);
  });
});

describe("with the keyboard alone", () => {
  it("adds a target and scrapes it", async () => {
    const page = await stage.visit("/lead-scraper");
    await page.getByText("No scraping targets configured yet").waitFor();
    const tabTo = async (name: string): Promise<void> => {
      for (let steps = 0; steps < 40; steps += 1) {
        await page.keyboard.press("Tab");
        if ((await focused(page)) === name) return;
      }
      throw new Error(`Tab does not reach ${name}`);
    };
    await tabTo("Name");
    await page.keyboard.type("Keys");
    await tabTo("URL");
    await page.keyboard.type(`${site.url}/clay`);
    await page.keyboard.press("Enter");
    await notice(page, "Scrape target added successfully").waitFor();
    await expect.poll(() => focused(page)).toBe("Name");
    await tabTo("Scrape Now: Keys");
    await page.keyboard.press("Enter");
    await notice(page, "Scraping Complete").waitFor();
    await expect.poll(() => focused(page)).toBe("Scrape Now: Keys");
  });
});
