import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JobPage } from "#shared/contract/job.ts";
import type { Schedule } from "#shared/contract/schedule.ts";
import { HOUR } from "#shared/durations.ts";
import { answer, hold, retry } from "#test/e2e/answers.ts";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { goInside, NOWHERE, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff ".repeat(6).trim();
const PHONE = { width: 390, height: 844, isTouch: true };

let stage: Stage;

const table = (page: Page): Locator => page.getByRole("table", { name: "Leads" });
const row = (page: Page, name: string): Locator => table(page).getByRole("row").filter({ hasText: name });
const sheet = (page: Page, name: string): Locator => page.getByRole("dialog", { name });
const section = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const notice = (page: Page, text: string | RegExp): Locator => section(page, "Notices").getByText(text);
const search = (page: Page): Locator => page.getByRole("searchbox", { name: "Search leads" });
const heading = (page: Page): Promise<string> => page.getByRole("heading", { name: "All Leads" }).innerText();
const names = (page: Page): Promise<string[]> => table(page).locator("tbody a").allInnerTexts();
const query = (page: Page): string => new URL(page.url()).search;
const undo = (page: Page): Promise<void> =>
  section(page, "Notices").getByRole("button", { name: "Undo" }).last().click();

async function addLead(lead: Record<string, string>): Promise<string> {
  const added = (await stage.api("POST", "/leads", lead)) as { id: string };
  return added.id;
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

/** The list filtered to one lead used by no other test. */
async function alone(name: string, more: Record<string, string> = {}): Promise<{ id: string; page: Page }> {
  const id = await addLead({ name, email: `${name.toLowerCase().replaceAll(/\W+/g, ".")}@alone.example`, ...more });
  const page = await stage.visit(`/leads?search=${encodeURIComponent(name)}`);
  await row(page, name).waitFor();
  return { id, page };
}

describe("leads", () => {
  beforeAll(async () => {
    stage = await openStage();
    await stage.api("POST", "/rules", {
      name: "Size of the deal",
      keywords: ["enterprise", "budget"],
      scoreWeight: 30,
    });
    await stage.api("POST", "/rules", { name: "Intent", keywords: ["pricing", "demo", "trial"], scoreWeight: 20 });
    await addLead({ name: "Zoe Last", email: "zoe@last.example", company: "Aardvark", notes: "A demo." });
    await addLead({
      name: "Ada Lovelace",
      email: "ada@engines.example",
      company: "Engines",
      industry: "Computing",
      notes: "They want enterprise pricing. A budget is there. Could try a demo or a trial.",
    });
    await addLead({ name: "Grace Hopper", email: "grace@navy.example", notes: "Pricing, and a demo." });
    await addLead({ name: LONG_NAME, email: "wolfe@long.example" });
    await addLead({ name: "محمد الخوارزمي", email: "m@algorithm.example", company: "بيت الحكمة" });
    await addLead({ name: "<img src=x onerror=alert(1)>", email: "html@markup.example", notes: "<b>pricing</b>" });
    await addLead({ name: "👩‍👩‍👧‍👦 Family", email: "emoji@rocket.example", status: "rejected" });
    await stage.addSheet("Spring fair", [
      ["Name", "Email", "Company", "Notes", "Favorite color"],
      ["Emmy Noether", "emmy@rings.example", "Rings", "Wants a trial", "Blue"],
    ]);
    await stage.api("POST", "/sync-leads");
  });
  afterAll(() => stage.close());
  afterEach(() => expect(stage.pageErrors).toEqual([]));

  describe("in the list", () => {
    it("show what a decision needs, offer the remaining actions, and render markup as text", async () => {
      const page = await stage.visit("/leads");
      await page.getByText("Manage and review all your leads").waitFor();
      await row(page, "Ada Lovelace").waitFor();
      expect(await heading(page)).toMatch(/^All Leads \(\d+\)$/);
      const headers = async (): Promise<string[]> => {
        const texts = await table(page).getByRole("columnheader").allInnerTexts();
        return texts.map((text) => text.replace(/[↑↓]/, "").trim());
      };
      // The first one holds the checkbox for all.
      const titles = ["", "Lead", "Company", "Score", "Status", "Keywords", "Date", "Actions"];
      await expect.poll(headers).toEqual(titles);
      const cells = await row(page, "Ada Lovelace").getByRole("cell").allInnerTexts();
      expect(cells.map((text) => text.split(/\s*\n\s*/))).toEqual([
        [""],
        ["AL", "Ada Lovelace", "ada@engines.example"],
        ["Engines", "Computing"],
        ["100"],
        ["Qualified"],
        ["enterprise", "budget", "+3"],
        ["Just now"],
        [""],
      ]);
      expect(await row(page, "Ada Lovelace").getByTitle("pricing, demo, trial").count()).toBe(1);
      expect(await row(page, "Grace Hopper").getByRole("cell").nth(2).innerText()).toBe("N/A\nN/A");

      const offered = async (name: string): Promise<string[]> => {
        const buttons = await row(page, name).getByRole("button").all();
        return Promise.all(buttons.map(async (button) => (await button.getAttribute("aria-label")) ?? ""));
      };
      expect(await offered("Ada Lovelace")).toEqual(["View", "Reject"]);
      expect(await offered("Family")).toEqual(["View", "Qualify"]);
      expect(await offered("Zoe Last")).toEqual(["View", "Qualify", "Reject"]);

      await row(page, "<img src=x onerror=alert(1)>").waitFor();
      expect(await row(page, LONG_NAME).getByRole("link").getAttribute("href")).toMatch(/^\/leads\/\d+$/);
      expect(await table(page).locator("img").count()).toBe(0);
    });

    it("are searched, filtered and sorted, which the URL stores", async () => {
      const page = await stage.visit("/leads");
      await row(page, "Zoe Last").waitFor();
      await search(page).fill("الحكمة");
      await expect.poll(() => names(page)).toEqual(["محمد الخوارزمي"]);
      expect(await heading(page)).toBe("All Leads (1)");
      expect(new URLSearchParams(query(page)).get("search")).toBe("الحكمة");
      await page.goBack();
      await row(page, "Zoe Last").waitFor();
      await expect.poll(() => search(page).inputValue()).toBe("");

      const header = table(page).getByRole("columnheader", { name: "Score" });
      expect(await table(page).getByRole("columnheader", { name: "Date" }).getAttribute("aria-sort")).toBe(
        "descending",
      );
      await header.getByRole("button").click();
      await expect.poll(async () => (await names(page))[0]).toBe("Ada Lovelace");
      expect(await header.getAttribute("aria-sort")).toBe("descending");
      expect(query(page)).toBe("?sort=-score");

      const status = page.getByRole("combobox", { name: "Status" });
      expect(await status.locator("option").allInnerTexts()).toEqual([
        "All Status",
        "Qualified",
        "Pending",
        "Rejected",
        "Approved",
      ]);
      await status.selectOption("Rejected");
      await expect.poll(() => names(page)).toEqual(["👩‍👩‍👧‍👦 Family"]);
      expect(query(page)).toBe("?status=rejected&sort=-score");
      await status.selectOption("All Status");
      await page.getByRole("combobox", { name: "Score" }).selectOption("Score 80+");
      await expect.poll(() => names(page)).toEqual(["Ada Lovelace"]);
      expect(query(page)).toBe("?sort=-score&minScore=80");
      await page.getByRole("combobox", { name: "Score" }).selectOption("Any score");
      await page.getByRole("combobox", { name: "Source" }).selectOption("Google Sheets");
      await expect.poll(() => names(page)).toEqual(["Emmy Noether"]);

      await search(page).fill("nobody is called so");
      await page.getByText("No leads found matching your criteria").waitFor();
      expect(await page.getByText("No leads yet").count()).toBe(0);
      await page.getByRole("button", { name: "Clear search and filters" }).click();
      await row(page, "Ada Lovelace").waitFor();
      expect(query(page)).toBe("?sort=-score");
    });

    it("show a five-row skeleton while loading, a failure with a retry, and what to do without any", async () => {
      const page = await stage.open(NOWHERE);
      await answer(page, "**/api/leads?*", () => ({ json: [] }));
      const restore = await answer(page, "**/api/leads?*", () => ({ status: 503, body: "The database is away." }));
      const release = await hold(page, "**/api/leads?*");
      await page.getByRole("link", { name: "Lead Management" }).click();
      await page.getByText("Loading the leads").waitFor({ state: "attached" });
      expect(await table(page).locator("tbody tr").count()).toBe(5);
      release();
      const alert = page.getByRole("alert").filter({ hasText: "Couldn't load leads" });
      await alert.getByText("The database is away.").waitFor();
      expect(await axeFindings(page)).toEqual([]);

      await retry(alert.getByRole("button", { name: "Try again" }), restore);
      await page.getByText("No leads found matching your criteria").waitFor();
      await page.getByText("No leads yet.").waitFor();
      expect(await page.getByRole("link", { name: "Add data source" }).getAttribute("href")).toBe("/data-sources");
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Add lead" }).last().click();
      await page.getByRole("dialog", { name: "Add lead" }).getByLabel("Name").waitFor();
    });

    it("stay when the code of what opens over them fails to load, which the next click retries", async () => {
      const page = await stage.open("/email-settings");
      const code = /\/assets\/(?:add-lead-dialog|import-sheet|view-dialogs|lead-board)-.*\.js/u;
      await page.route(code, (route) => route.abort());
      await page.getByRole("link", { name: "Lead Management" }).click();
      await row(page, "Ada Lovelace").waitFor();
      const parts: readonly (readonly [name: string, open: Locator, opened: Locator])[] = [
        [
          "The form",
          page.getByRole("button", { name: "Add lead", exact: true }),
          page.getByRole("dialog", { name: "Add lead" }).getByLabel("Name"),
        ],
        [
          "The import",
          page.getByRole("button", { name: "Import", exact: true }),
          page.getByRole("dialog", { name: "Import leads" }).getByLabel("File to import"),
        ],
        ["The board", page.getByText("Board", { exact: true }), page.locator("[data-board]")],
        [
          "The form",
          page.getByRole("button", { name: "Save as new view" }),
          page.getByRole("dialog", { name: "Save view" }).getByLabel("Name"),
        ],
      ];
      for (const [name, open] of parts) {
        await open.click();
        await notice(page, `${name} couldn't be loaded`).waitFor();
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await row(page, "Ada Lovelace").waitFor();
        await expect.poll(() => query(page)).toBe("");
        await section(page, "Notices").getByRole("button", { name: "Dismiss" }).click();
        await notice(page, `${name} couldn't be loaded`).waitFor({ state: "detached" });
      }
      await page.unroute(code);
      for (const [, open, opened] of parts) {
        await goInside(page, "/leads");
        await row(page, "Ada Lovelace").waitFor();
        await open.click();
        await opened.waitFor({ state: "attached" });
      }
    });
  });

  it("are decided on before the server answers, and a refused decision is rolled back", async () => {
    const { page, id } = await alone("Mary Anning");
    const release = await hold(page, `**/api/leads/${id}`);
    const line = row(page, "Mary Anning");
    await line.getByRole("button", { name: "Qualify" }).click();
    await line.getByText("Qualified").waitFor();
    expect(await notice(page, "Lead status updated successfully").count()).toBe(0);
    release();
    await notice(page, "Lead status updated successfully").waitFor();
    await undo(page);
    await line.getByText("Pending").waitFor();

    const restore = await answer(page, `**/api/leads/${id}`, () => ({ status: 503, body: "The database is away." }));
    await line.getByRole("button", { name: "Reject" }).click();
    await notice(page, "Failed to update lead status").waitFor();
    await notice(page, "The database is away.").waitFor();
    await line.getByText("Pending").waitFor();
    await restore();

    await line.getByRole("button", { name: "View" }).click();
    await sheet(page, "Mary Anning").getByRole("button", { name: "Approve" }).click();
    await sheet(page, "Mary Anning").getByText("Decided by you").waitFor();
    await sheet(page, "Mary Anning").getByRole("button", { name: "Approve" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await line.getByText("Approved").waitFor();
  });

  describe("the sheet of a lead", () => {
    it("opens under its own URL, explains the score, and steps through the list", async () => {
      const page = await stage.visit("/leads?sort=-score");
      await row(page, "Ada Lovelace").click({ position: { x: 400, y: 10 } });
      const why = section(page, "Why this score");
      await why.getByText("100 of 100. Reaches the threshold (30).").waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/leads\/\d+$/);
      expect(query(page)).toBe("?sort=-score");
      // Each line marks its own match and others in the same sentence.
      expect(new Set(await why.locator("mark").allInnerTexts())).toEqual(
        new Set(["enterprise", "budget", "pricing", "demo", "trial"]),
      );
      const lines = await why.getByRole("listitem").allInnerTexts();
      expect(lines[0]?.split(/\s*\n+\s*/)).toEqual([
        "enterprise",
        "Size of the deal · Notes",
        "They want enterprise pricing.",
        "+30",
      ]);
      expect(lines.at(-1)).toMatch(/^Cap/);
      const points = lines.map((line) => Number(line.split(/\s+/).at(-1)?.replace("−", "-")));
      expect(points).toEqual([30, 30, 20, 20, 20, -20]);
      expect(await why.getByText("Score", { exact: true }).locator("..").innerText()).toMatch(/100$/);

      await page.goBack();
      await sheet(page, "Ada Lovelace").waitFor({ state: "detached" });
      await page.goForward();
      await sheet(page, "Ada Lovelace").waitFor();
      const order = await names(page);
      await sheet(page, order[0]!).getByRole("button", { name: "Next lead" }).click();
      await sheet(page, order[1]!).waitFor();
      await page.keyboard.press("j");
      await sheet(page, order[2]!).waitFor();
      await page.keyboard.press("k");
      await sheet(page, order[1]!).waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(order[1]);
      await page.waitForURL("**/leads?sort=-score");
    });

    it("shows what is known of a lead, its sources and original data, what is missing, and possible duplicates", async () => {
      const hedy = await addLead({
        name: "Hedy Lamarr",
        email: "hedy.lamarr@alone.example",
        phone: "+43 1 234 5678",
        scrapeUrl: "hedy.example/about",
      });
      const trap = await addLead({
        name: "Trap Setter",
        email: "trap@alone.example",
        scrapeUrl: "javascript:alert(1)",
      });
      await addLead({ name: "Jonathan Smyth", email: "jon@twins.example", company: "Twins" });
      const twin = await addLead({ name: "Jonathan Smith", email: "john@twins.example", company: "Twins" });
      const page = await stage.visit("/leads?search=noether");
      await row(page, "Emmy Noether").getByRole("link").click();
      await section(page, "Message").getByText("Wants a trial").waitFor();
      await page.getByRole("button", { name: "Show sources" }).click();
      await expect
        .poll(() => section(page, "Contact").innerText())
        .toMatch(/Company\s+Rings\s+Column(?: Company)?, Sheet1.*2 of Spring fair/);
      await section(page, "Other details").getByText("Blue").waitFor();
      await section(page, "Timeline").getByText("Lead created").waitFor();
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "View original data" }).click();
      await sheet(page, "Original data").getByText('"Blue"').waitFor();
      expect(await axeFindingsInBothThemes(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await sheet(page, "Original data").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await page.waitForURL("**/leads?search=noether");

      await goInside(page, `/leads/${hedy}`);
      const link = (name: string): Locator => sheet(page, "Hedy Lamarr").getByRole("link", { name });
      expect(await link("hedy.lamarr@alone.example").getAttribute("href")).toBe("mailto:hedy.lamarr@alone.example");
      expect(await link("+43 1 234 5678").getAttribute("href")).toBe("tel:+4312345678");
      expect(await link("hedy.example/about").getAttribute("href")).toBe("https://hedy.example/about");
      expect(await link("hedy.example/about").getAttribute("rel")).toContain("noopener");
      await goInside(page, `/leads/${trap}`);
      await sheet(page, "Trap Setter").getByText("javascript:alert(1)").first().waitFor();
      expect(await sheet(page, "Trap Setter").locator('a[href^="javascript"]').count()).toBe(0);

      await goInside(page, "/leads?search=zoe");
      await row(page, "Zoe Last").getByRole("link").click();
      await section(page, "Why this score").getByText("10 points below the threshold (30).").waitFor();
      const missing = section(page, "Missing information");
      await expect
        .poll(() => missing.getByRole("listitem").filter({ hasText: "missing" }).allInnerTexts())
        .toEqual([expect.stringContaining("Phone number")]);

      await goInside(page, `/leads/${twin}`);
      await section(page, "Possible duplicates").getByRole("link", { name: "Jonathan Smyth", exact: true }).click();
      await sheet(page, "Jonathan Smyth").waitFor();
      await page.goBack();
      await sheet(page, "Jonathan Smith").waitFor();
    });

    it("deletes a lead and restores it on Undo, stays open on a failure, and reports a lead that is gone", async () => {
      const { page, id } = await alone("Ida Noddack");
      await row(page, "Ida Noddack").getByRole("link").click();
      await sheet(page, "Ida Noddack").getByText("Timeline").waitFor();
      const restore = await answer(page, `**/api/leads/${id}`, () => ({ status: 503, body: "The database is away." }));
      await sheet(page, "Ida Noddack").getByRole("button", { name: "Delete" }).click();
      await notice(page, "Failed to delete lead").waitFor();
      await sheet(page, "Ida Noddack").waitFor();
      await restore();
      await sheet(page, "Ida Noddack").getByRole("button", { name: "Delete" }).click();
      await notice(page, "Lead deleted successfully").waitFor();
      await page.getByText("No leads found matching your criteria").waitFor();
      await undo(page);
      await row(page, "Ida Noddack").waitFor();
      expect(await row(page, "Ida Noddack").getByRole("link").getAttribute("href")).toContain(`/leads/${id}?`);

      await goInside(page, "/leads/9007199254740993?status=rejected");
      await page.getByText("This lead no longer exists").waitFor();
      await page.getByRole("button", { name: "Back to all leads" }).click();
      await page.waitForURL("**/leads?status=rejected");
      await row(page, "Family").waitFor();
    });
  });

  it("are added in a form, which reports missing and rejected fields, or completed if they exist", async () => {
    const page = await stage.visit("/leads");
    const form = page.getByRole("dialog", { name: "Add lead" });
    const add = page.getByRole("button", { name: "Add lead" });
    await add.click();
    await expect.poll(() => form.getByLabel("Name").evaluate((field) => field === document.activeElement)).toBe(true);
    await form.getByRole("button", { name: "Add lead" }).click();
    await form.getByText("Name is required").waitFor();
    await form.getByText("Email is required").waitFor();
    await form.getByLabel("Name").fill("Katherine Johnson");
    await form.getByLabel("Email").fill("no-address");
    await form.getByRole("button", { name: "Add lead" }).click();
    await form.getByText("Enter a valid email address").waitFor();
    expect(await form.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
    expect(await axeFindings(page)).toEqual([]);
    await form.getByLabel("Email").fill("katherine@orbit.example");
    await form.getByLabel("Notes").fill("Enterprise, with a budget");
    await form.getByRole("button", { name: "Add lead" }).click();
    await notice(page, "Katherine Johnson added").waitFor();
    await sheet(page, "Katherine Johnson").getByText("60 of 100.").waitFor();
    const { pathname } = new URL(page.url());
    await page.keyboard.press("Escape");
    await page.waitForURL("**/leads");
    await row(page, "Katherine Johnson").waitFor();

    await add.click();
    await form.getByLabel("Name").fill("K. Johnson");
    await form.getByLabel("Email").fill("KATHERINE@orbit.example");
    await form.getByLabel("Company").fill("West Computing");
    await form.getByRole("button", { name: "Add lead" }).click();
    await notice(page, /^Katherine Johnson already exists/).waitFor();
    await sheet(page, "Katherine Johnson").getByText("West Computing").first().waitFor();
    expect(new URL(page.url()).pathname).toBe(pathname);
  });

  it("are exported: the qualified ones of all, or those of the current status and search", async () => {
    const page = await stage.visit("/leads");
    const exported = async (what: string): Promise<Download> => {
      await page.getByRole("button", { name: "Export" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: what, exact: true }).click(),
      ]);
      return download;
    };
    const qualified = (await stage.api("GET", "/leads?status=qualified&limit=500")) as unknown[];
    const words = `Export ${qualified.length} qualified leads`;
    const { length: total } = (await stage.api("GET", "/leads")) as unknown[];
    await page.getByRole("button", { name: "Export" }).click();
    await expect.poll(() => page.getByRole("menuitem").allInnerTexts()).toEqual([words, `Export all ${total} leads`]);
    await page.keyboard.press("Escape");
    const download = await exported(words);
    await notice(page, "Leads exported successfully").waitFor();
    expect(download.suggestedFilename()).toMatch(/^leads-qualified-\d{4}-\d\d-\d\d\.csv$/);
    const text = await textOf(download);
    expect(text).toContain("ada@engines.example");
    expect(text).not.toContain("zoe@last.example");

    const restore = await answer(page, "**/api/leads/export*", () => ({ status: 500, body: "No room" }));
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: words }).click();
    await notice(page, "Failed to export leads").waitFor();
    await notice(page, "No room").waitFor();
    await restore();

    await goInside(page, "/leads?status=pending&search=last");
    await row(page, "Ada Lovelace").waitFor({ state: "detached" });
    await row(page, "Zoe Last").waitFor();
    const matching = await exported("Export 1 matching pending lead");
    expect(matching.suggestedFilename()).toMatch(/^leads-pending-/);
    const lines = (await textOf(matching)).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^Zoe Last,zoe@last\.example,/);
  });

  it("let Tab reach every control of a row in both directions, and keep the focus when one goes", async () => {
    await addLead({ name: "Tabbed One", email: "one@tabs.example" });
    const { page } = await alone("Tabbed Two");
    await search(page).fill("tabbed");
    await expect.poll(() => names(page)).toEqual(["Tabbed Two", "Tabbed One"]);
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
    const press = async (key: string, name: string): Promise<void> => {
      await page.keyboard.press(key);
      await expect.poll(focused).toBe(name);
    };
    await row(page, "Tabbed Two").getByRole("button").last().focus();
    await press("Tab", "Select Tabbed One");
    await press("Tab", "Tabbed One");
    await press("Shift+Tab", "Select Tabbed One");
    await press("Shift+Tab", "Reject");
    await page.keyboard.press("Enter");
    await row(page, "Tabbed Two").getByText("Rejected").waitFor();
    await expect.poll(focused).toBe("Tabbed Two");
  });

  it("are reached, opened, decided on and searched with the keyboard", async () => {
    for (const name of ["Keyboard One", "Queue B", "Queue A"]) {
      await addLead({ name, email: `${name.replace(" ", ".")}@keys.example` });
    }
    const { page } = await alone("Keyboard Two");
    await page.keyboard.press("/");
    await expect.poll(() => search(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await search(page).fill("keyboard");
    await expect.poll(() => names(page)).toEqual(["Keyboard Two", "Keyboard One"]);
    const current = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press("Enter");
    await expect.poll(current).toBe("Keyboard Two");
    await page.keyboard.press("j");
    await expect.poll(current).toBe("Keyboard One");
    await page.keyboard.press("q");
    await row(page, "Keyboard One").getByText("Qualified").waitFor();
    await page.keyboard.press("a");
    await row(page, "Keyboard One").getByText("Approved").waitFor();
    await page.keyboard.press("k");
    await expect.poll(current).toBe("Keyboard Two");
    await page.keyboard.press("r");
    await row(page, "Keyboard Two").getByText("Rejected").waitFor();
    await page.keyboard.press("Enter");
    await sheet(page, "Keyboard Two").getByText("Decided by you").waitFor();
    await page.keyboard.press("q");
    await sheet(page, "Keyboard Two").getByRole("button", { name: "Qualify" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await sheet(page, "Keyboard Two").waitFor({ state: "detached" });
    await expect.poll(current).toBe("Keyboard Two");

    // A decision that removes the lead from the list moves on to the next.
    await goInside(page, "/leads?status=pending&search=queue");
    await expect.poll(() => names(page)).toEqual(["Queue A", "Queue B"]);
    await page.keyboard.press("j");
    await page.keyboard.press("q");
    await row(page, "Queue A").waitFor({ state: "detached" });
    await expect.poll(current).toBe("Queue B");
    await page.keyboard.press("q");
    await page.getByText("No leads found matching your criteria").waitFor();

    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    for (const what of ["Next lead", "Previous lead", "Open lead", "Qualify lead", "Reject lead"]) {
      await keys.getByText(what).waitFor();
    }
  });

  describe("on a phone", () => {
    it("are rows of two lines with a menu, sorted among the filters, and opened over the full width", async () => {
      const name = "Phone Person-Lovelace-Noether";
      await addLead({ name, email: "phone@alone.example", company: "Pocket" });
      const page = await stage.visit("/leads?search=lovelace", PHONE);
      const line = row(page, name);
      await line.waitFor();
      for (const text of ["Pocket", "Pending"]) await line.getByText(text).waitFor();
      const box = await line.boundingBox();
      expect(box?.height).toBeLessThan(70);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(PHONE.height / 2);
      const link = line.getByRole("link").locator("span").first();
      // Room for at least 24 characters.
      expect(
        await link.evaluate((text) => (text.clientWidth / text.scrollWidth) * text.textContent.length),
      ).toBeGreaterThan(24);
      const menu = line.getByRole("button", { name: `Actions for ${name}` });
      const button = await menu.boundingBox();
      expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(44);
      await menu.tap();
      await page.getByRole("menuitem", { name: "Qualify" }).tap();
      await line.getByText("Qualified").waitFor();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

      await page.getByRole("button", { name: "Filters" }).tap();
      await page.getByRole("combobox", { name: "Sort by" }).selectOption("Highest score");
      await page.getByRole("button", { name: /^Show/ }).tap();
      await expect.poll(async () => (await names(page))[0]).toBe("Ada Lovelace");
      await row(page, "Ada Lovelace").getByRole("link").tap();
      await section(page, "Why this score").waitFor();
      await expect.poll(async () => (await sheet(page, "Ada Lovelace").boundingBox())?.width).toBe(PHONE.width);
    });

    it("are approved by swiping right and rejected by swiping left, not by a short swipe or a scroll", async () => {
      await addLead({ name: "Swiped Person", email: "swiped@alone.example" });
      const page = await stage.visit("/leads?search=swiped", PHONE);
      const line = row(page, "Swiped Person");
      await line.waitFor();
      const touch = await page.context().newCDPSession(page);
      const swipe = async (x: number, y: number): Promise<void> => {
        const box = await line.boundingBox();
        const [left, top] = [PHONE.width / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
        const at = (part: number) => ({ touchPoints: [{ x: left + x * part, y: top + y * part }] });
        await touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(0) });
        for (let step = 1; step <= 10; step += 1) {
          await touch.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(step / 10) });
        }
        await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      };
      await swipe(40, 0);
      await swipe(120, 160);
      await swipe(-120, 0);
      await notice(page, "Swiped Person rejected").waitFor();
      await line.getByText("Rejected").waitFor();
      expect(new URL(page.url()).pathname).toBe("/leads");
      await undo(page);
      await line.getByText("Pending").waitFor();
      await swipe(120, 0);
      await line.getByText("Approved").waitFor();
    });
  });
});

describe("a long list", () => {
  /** More than the eleven pages of 50 of which the first is dropped. */
  const COUNT = 560;
  const nextAddressCheck = async (): Promise<number> => {
    const schedules = (await stage.api("GET", "/schedules")) as Schedule[];
    return Date.parse(schedules.find(({ id }) => id === "address-check")?.nextRun ?? "");
  };

  beforeAll(async () => {
    stage = await openStage();
    const rows = Array.from({ length: COUNT }, (_, index) => {
      const number = String(index + 1).padStart(3, "0");
      return [`Person ${number}`, `person${number}@many.example`];
    });
    await stage.addSheet("Many", [["Name", "Email"], ...rows]);
    await stage.api("PUT", "/settings", { maxLeadsPerSync: null });
    await stage.api("POST", "/sync-leads");
  });
  afterAll(() => stage.close());
  afterEach(() => expect(stage.pageErrors).toEqual([]));

  it("is read again after leaving it only if something changed", async () => {
    // The background check of the new leads' addresses changes them too.
    await expect.poll(nextAddressCheck, { timeout: 60_000 }).toBeGreaterThan(Date.now() + HOUR);
    const unfinished = async (): Promise<number> => {
      const { counts } = (await stage.api("GET", "/jobs")) as JobPage;
      return counts.waiting + counts.running;
    };
    await expect.poll(unfinished).toBe(0);
    const page = await stage.visit("/leads");
    await receivesEvents(page);
    // Events of earlier changes come before this one.
    const view = (await stage.api("POST", "/lead-views", { name: "Marker", query: "" })) as { id: string };
    await page.getByRole("link", { name: "Marker", exact: true }).waitFor();
    await stage.api("DELETE", `/lead-views/${view.id}`);
    await expect.poll(() => heading(page)).toBe(`All Leads (${COUNT})`);
    const reads: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      // The dashboard's panels read fewer.
      if (pathname === "/api/leads" && searchParams.get("limit") === "50") reads.push(request.url());
    });
    const away = (): Promise<void> => page.getByRole("link", { name: "Dashboard" }).first().click();
    const countsOnDashboard = (count: number): Promise<void> =>
      page.getByRole("main").getByText(String(count), { exact: true }).first().waitFor();
    const back = (): Promise<void> => page.getByRole("link", { name: "Lead Management" }).click();
    await away();
    await countsOnDashboard(COUNT);
    await back();
    await expect.poll(() => heading(page)).toBe(`All Leads (${COUNT})`);
    expect(reads).toEqual([]);

    await away();
    const { id } = (await stage.api("POST", "/leads", { name: "Later", email: "later@acme.example" })) as {
      id: string;
    };
    await countsOnDashboard(COUNT + 1);
    await back();
    await row(page, "Later").waitFor();
    await stage.api("DELETE", `/leads/${id}`);
    await expect.poll(() => heading(page)).toBe(`All Leads (${COUNT})`);
  });

  it("renders only rows near the visible ones, at both ends and past the loaded leads", async () => {
    const page = await stage.visit("/leads?sort=name");
    await row(page, "Person 001").waitFor();
    await expect.poll(() => heading(page)).toBe(`All Leads (${COUNT})`);
    const main = page.locator("main");
    const height = (): Promise<number> => main.evaluate(({ scrollHeight }) => scrollHeight);
    const heightOfFirstPage = await height();
    // The next page loads well before its first row is reached.
    await expect
      .poll(async () => {
        await main.evaluate((element) => element.scrollTo(0, 1_800));
        return height();
      })
      .toBeGreaterThan(heightOfFirstPage + 1_000);
    await row(page, "Person 045").getByRole("link").focus();
    for (let step = 0; step < 10; step += 1) await page.keyboard.press("j");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Person 055");

    await expect
      .poll(async () => {
        await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return row(page, `Person ${COUNT}`).count();
      })
      .toBe(1);
    expect(await table(page).locator("tbody tr").count()).toBeLessThan(80);
    expect(await row(page, `Person ${COUNT}`).getAttribute("aria-rowindex")).toBe(String(COUNT + 1));
    await main.evaluate((element) => element.scrollTo(0, 0));
    await row(page, "Person 001").waitFor();
    await row(page, "Person 010").waitFor();
    expect(await table(page).locator("tbody tr").count()).toBeLessThan(80);
  });

  it("returns to where it was on Back and after a reload", async () => {
    const page = await stage.visit("/leads?sort=name");
    await row(page, "Person 001").waitFor();
    const main = page.locator("main");
    const topRow = (): Promise<string | undefined> =>
      main.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return document
          .elementFromPoint(left + 200, top + 60)
          ?.closest("tr")
          ?.querySelector("a")?.textContent;
      });
    await expect
      .poll(async () => {
        await main.evaluate((element) => element.scrollTo(0, 8_000));
        return topRow();
      })
      .toMatch(/^Person 1\d\d$/);
    const seen = await topRow();
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByText("Monitor your lead generation performance").waitFor();
    await page.goBack();
    await expect.poll(topRow).toBe(seen);
    await page.reload();
    await expect.poll(topRow).toBe(seen);
    await row(page, seen ?? "")
      .getByRole("link")
      .click();
    await section(page, "Timeline").waitFor();
    await page.goBack();
    await expect.poll(topRow).toBe(seen);
  });
});
