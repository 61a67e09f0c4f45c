import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DashboardStats } from "#shared/contract/dashboard.ts";
import { answer, hold, retry } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, NOWHERE, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const HEADERS = ["Name", "Email", "Company", "Notes"];
const WANTS_EVERYTHING = "Urgent: wants a demo, a price and a pilot for logistics.";

/** Six qualify, the last of them with five keywords; two don't. */
const ROWS = [
  ["Ada Lovelace", "ada@engines.example", "Analytical Engines", "Wants a demo and a price."],
  ["Grace Hopper", "grace@navy.example", "Navy Yard", "Asked for a demo and a price."],
  ["Alan Turing", "alan@bletchley.example", "Bletchley Park", "A demo and a price, please."],
  ["Mary Anning", "mary@lyme.example", "Lyme Fossils", "Budget: demo, price."],
  ["Emmy Noether", "emmy@erlangen.example", "Erlangen Rings", "Price after the demo."],
  ["Katherine Johnson", "katherine@orbit.example", "Orbit", WANTS_EVERYTHING],
  ["Nobody Special", "nobody@plain.example", "Plain", "Newsletter only."],
  ["Someone Else", "someone@plain.example", "Plain Too", "Newsletter only."],
];

let stage: Stage;

const region = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const figure = async (page: Page, name: string): Promise<string> => {
  const [, value = ""] = (await region(page, name).innerText()).split("\n").filter((line) => line !== "");
  return value;
};
const notice = (page: Page, text: string | RegExp): Locator => region(page, "Notices").getByText(text);
const leadNames = (page: Page): Promise<string[]> =>
  page.getByRole("table", { name: "Recent Qualified Leads" }).locator("tbody a").allInnerTexts();
const cellTexts = async (row: Locator): Promise<string[]> =>
  (await row.getByRole("cell").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());

/** Name and text of the file that `press` downloads. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

/** Names of an export that started between `from` and now; two if midnight passed. */
function exportNames(what: string, from: Date): string[] {
  const day = (at: Date): string =>
    [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  return [from, new Date()].map((at) => `${what}-${day(at)}.csv`);
}

const exportButton = (page: Page, card = "Recent Qualified Leads"): Locator =>
  region(page, card).getByRole("button", { name: /^Export \d+ qualified leads?$/ });

/** Confirms the preview of the report. */
const confirmReport = (page: Page): Promise<void> =>
  page.getByRole("button", { name: /^Send to \d recipients?$/ }).click();

describe("a new installation", () => {
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());
  afterEach(() => expect(stage.pageErrors).toEqual([]));

  it("shows zeros and empty states with what to do first, and hides the getting started steps for good", async () => {
    const page = await stage.visit("/");
    await page.getByText("Monitor your lead generation performance").waitFor();
    await expect.poll(() => figure(page, "Total Leads")).toBe("0");
    await expect.poll(() => figure(page, "Qualified Leads")).toBe("0");
    await expect.poll(() => figure(page, "Conversion Rate")).toBe("0.0%");
    await expect.poll(() => figure(page, "Active Rules")).toBe("0");
    expect(await page.getByText("vs last month").count()).toBe(0);
    await page.getByText("No qualified leads found").waitFor();
    await page.getByText("No recent activity").waitFor();
    await expect
      .poll(() => region(page, "System Status").getByRole("link").allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Google Sheets\s+Not connected/),
        expect.stringMatching(/^Email Service\s+Not configured/),
        expect.stringMatching(/^Auto-sync\s+Not configured/),
      ]);

    await page.getByRole("link", { name: "Connect a data source first" }).waitFor();
    await page.getByRole("button", { name: "Sync Leads Now" }).click();
    await page.waitForURL("**/data-sources");
    await page.goBack();
    await page.getByRole("button", { name: "Generate Report" }).click();
    await notice(page, "Failed to send email report").waitFor();
    await notice(page, /isn't configured/).waitFor();
    await region(page, "Notices").getByRole("button", { name: "Email Settings" }).click();
    await page.waitForURL("**/email-settings");
    await page.goBack();

    await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
    await page.getByText("No data yet").waitFor();
    await region(page, "Charts").getByRole("link", { name: "Connect source" }).click();
    await page.waitForURL("**/data-sources");
    await page.goBack();

    await page.getByRole("button", { name: "Hide getting started" }).click();
    await region(page, "Getting started").waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("No recent activity").waitFor();
    expect(await region(page, "Getting started").count()).toBe(0);
  });

  it("guides through the getting started steps", async () => {
    const page = await stage.visit("/");
    await receivesEvents(page);
    const current = region(page, "Getting started").locator("[aria-current=step]");
    await current.getByText("Connect a source").waitFor();
    await stage.addSheet("Spring fair", [HEADERS, ...ROWS]);
    await current.getByText("Create a rule").waitFor();
    await stage.api("POST", "/rules", { name: "Intent", keywords: ["demo", "price"], scoreWeight: 20 });
    await current.getByText("See scored leads").waitFor();
    await current.getByRole("button", { name: "Sync leads" }).click();
    await notice(page, "Processed 8 leads successfully").waitFor();
    await current.getByText("Send a report").waitFor();
    await stage.addMailServer();
    await current.getByRole("button", { name: "Send report" }).click();
    await confirmReport(page);
    await notice(page, "Email report sent with 6 qualified leads").waitFor();
    await region(page, "Getting started").waitFor({ state: "detached" });
    expect(stage.smtp.messages).toHaveLength(1);
  });
});

describe("an installation with data", () => {
  beforeAll(async () => {
    stage = await openStage();
    const keywords = ["demo", "price", "urgent", "pilot", "logistics"];
    await stage.api("POST", "/rules", { name: "Intent", keywords, scoreWeight: 20 });
    await stage.addSheet("Spring fair", [HEADERS, ...ROWS]);
    await stage.addMailServer();
  });
  afterAll(() => stage.close());
  afterEach(() => expect(stage.pageErrors).toEqual([]));

  it("shows the progress of a sync and its result, opens a lead at its URL and links each count to its list", async () => {
    const page = await stage.visit("/");
    await receivesEvents(page);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    stage.google.failNext({ on: "values", holdUntil: held });
    await page.getByRole("button", { name: "Sync Leads Now" }).click();
    await region(page, "Quick Actions").getByRole("button", { name: "Syncing..." }).waitFor();
    await page.getByRole("progressbar", { name: "Spring fair" }).waitFor();
    release();
    await notice(page, "Processed 8 leads successfully").waitFor();

    await expect.poll(() => figure(page, "Total Leads")).toBe("8");
    await expect.poll(() => figure(page, "Qualified Leads")).toBe("6");
    await expect.poll(() => figure(page, "Conversion Rate")).toBe("75.0%");
    await expect.poll(() => figure(page, "Active Rules")).toBe("1");
    const stages = region(page, "Lead Processing Pipeline").getByRole("link");
    await expect
      .poll(() => stages.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Incoming\s+New leads\s+2$/),
        expect.stringMatching(/^Processing\s+Being analyzed\s+0$/),
        expect.stringMatching(/^Qualified\s+Ready for contact\s+6$/),
        expect.stringMatching(/^Rejected\s+Filtered out\s+0$/),
      ]);
    expect(await stages.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
      "/leads?stage=incoming",
      "/leads?stage=processing",
      "/leads?stage=qualified",
      "/leads?stage=rejected",
    ]);
    await region(page, "System Status").getByText("Connected").waitFor();
    await region(page, "Recent Activity").getByText("Spring fair synced").waitFor();
    await region(page, "Recent Activity").getByText("Just now").first().waitFor();

    const row = page.getByRole("row", { name: /Katherine Johnson/ });
    await expect
      .poll(() => cellTexts(row))
      .toEqual(["KJ Katherine Johnson", "Orbit", "100", expect.stringMatching(/^(?:\w+ ){3}\+2$/), "Just now", ""]);
    const best = region(page, "Top Qualified Leads").getByRole("listitem");
    await expect.poll(() => best.count()).toBe(6);
    await expect.poll(() => best.first().innerText()).toMatch(/Katherine Johnson/);
    expect(await best.locator("svg[data-band]").first().getAttribute("data-band")).toBe("success");
    expect(await best.locator("svg[data-band]").last().getAttribute("data-band")).toBe("neutral");

    await page.getByRole("button", { name: "View Katherine Johnson" }).click();
    await page.waitForURL(/\/leads\/\d+\?status=qualified$/);
    await page.goBack();
    const all = page.getByRole("link", { name: "View all qualified leads" });
    expect(await all.getAttribute("href")).toBe("/leads?status=qualified");
    await page.getByRole("link", { name: "Configure Rules" }).click();
    await page.waitForURL("**/rules");
  });

  it("approves and rejects in place, undoes it, restores it when refused, and keeps focused rows in place", async () => {
    const page = await stage.visit("/");
    await receivesEvents(page);
    const row = page.getByRole("row", { name: /Katherine Johnson/ });
    const approve = row.getByRole("button", { name: "Approve Katherine Johnson" });
    // Rows stay in place while the keyboard focus is in them, but only briefly after a pointer.
    await approve.focus();
    const before = await leadNames(page);
    await page.keyboard.press("Enter");
    await row.getByText("Approved").waitFor();
    // A hovered notice stays.
    await notice(page, "Lead status updated successfully").hover();
    await expect.poll(() => figure(page, "Qualified Leads")).toBe("6");
    expect(await leadNames(page)).toEqual(before);
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("View Katherine Johnson");
    await region(page, "Notices").getByRole("button", { name: "Undo" }).last().click();
    await approve.waitFor();

    const restore = await answer(page, "**/api/leads/*", () => ({ status: 503, body: "The database is away." }));
    await page.getByRole("button", { name: "Approve Mary Anning" }).click();
    await notice(page, "Failed to update lead status").waitFor();
    await notice(page, "The database is away.").waitFor();
    const focusable = page.getByRole("button", { name: "Approve Mary Anning" });
    await focusable.waitFor();
    await restore();

    await page.getByRole("button", { name: "Reject Emmy Noether" }).click();
    await notice(page, "Lead status updated successfully").waitFor();
    await page.getByRole("button", { name: "Sync Leads Now" }).focus();
    await page.mouse.move(0, 0);
    await page.getByRole("row", { name: /Emmy Noether/ }).waitFor({ state: "detached" });
    await expect.poll(() => figure(page, "Qualified Leads")).toBe("5");
    await expect
      .poll(() => region(page, "Lead Processing Pipeline").getByRole("link").last().innerText())
      .toMatch(/1$/);

    await focusable.focus();
    const held = await leadNames(page);
    await stage.api("POST", "/leads", { name: "Newest Lead", email: "newest@example.com", status: "qualified" });
    await expect.poll(() => figure(page, "Total Leads")).toBe("9");
    expect(await leadNames(page)).toEqual(held);
    await page.getByRole("button", { name: "Sync Leads Now" }).focus();
    await expect.poll(async () => (await leadNames(page))[0]).toMatch(/Newest Lead/);
  });

  it("exports the qualified leads and emails the report, or shows why that failed", async () => {
    const page = await stage.visit("/");
    await receivesEvents(page);
    const start = new Date();
    const table = await downloaded(page, () => exportButton(page).click());
    expect(exportNames("leads-qualified", start)).toContain(table.name);
    expect(table.text).toContain("mary@lyme.example");
    expect(table.text).not.toContain("nobody@plain.example");
    await notice(page, "Leads exported successfully").waitFor();
    const panel = await downloaded(page, () => exportButton(page, "Top Qualified Leads").click());
    expect(exportNames("qualified-leads", start)).toContain(panel.name);
    expect(panel.text).toBe(table.text);
    await answer(page, "**/api/leads/export*", () => ({ status: 503, body: "Disk full" }));
    await exportButton(page).click();
    await notice(page, "Failed to export leads").waitFor();
    await notice(page, "Disk full").waitFor();

    const sent = stage.smtp.messages.length;
    const { qualifiedLeads } = (await stage.api("GET", "/dashboard/stats")) as DashboardStats;
    await page.getByRole("button", { name: "Generate Report" }).click();
    const dialog = page.getByRole("dialog", { name: "Send report" });
    await dialog.getByText(`${qualifiedLeads} qualified leads`, { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await confirmReport(page);
    await notice(page, `Email report sent with ${qualifiedLeads} qualified leads`).waitFor();
    expect(stage.smtp.messages).toHaveLength(sent + 1);
    await region(page, "System Status").getByText("Active", { exact: true }).waitFor();
    await region(page, "Recent Activity").getByText("Report sent").first().waitFor();

    stage.smtp.failures = { signIn: { code: 535, text: "5.7.8 Username and Password not accepted" } };
    const letThrough = await hold(page, "**/api/send-report?*");
    await page.getByRole("button", { name: "Generate Report" }).click();
    await confirmReport(page);
    await page.getByRole("button", { name: "Sending..." }).waitFor();
    letThrough();
    await notice(page, "Failed to send email report").waitFor();
    await region(page, "System Status")
      .getByText(/^Failing since/)
      .waitFor();
    stage.smtp.failures = {};
  });

  it("names the failed source when others succeed, and explains why every source failed", async () => {
    await stage.addSheet("Autumn fair", [HEADERS, ["Vera Rubin", "vera@galaxy.example", "Galaxies", "demo"]]);
    stage.google.spreadsheet("sheet-of-autumn-fair").isPublic = false;
    const page = await stage.visit("/");
    await receivesEvents(page);
    await page.getByRole("button", { name: "Sync Leads Now" }).click();
    await notice(page, "Processed 8 leads successfully").waitFor();
    await notice(page, /^Autumn fair: /).waitFor();
    const sheets = region(page, "System Status").getByRole("link", { name: /Google Sheets/ });
    await sheets.getByText(/^Failing since/).waitFor();
    expect(await sheets.getAttribute("href")).toBe("/data-sources");

    stage.google.spreadsheet("sheet-of-spring-fair").isPublic = false;
    await page.getByRole("button", { name: "Sync Leads Now" }).click();
    await notice(page, "Failed to sync leads").waitFor();
    await notice(page, /^The sheet is private/).waitFor();
  });

  it("shows all activity in pages at a separate URL, in an accessible list", async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, number) => {
        const email = `lead${number}@example.com`;
        return stage.api("POST", "/leads", { name: `Lead ${number}`, email, notes: "demo, price" });
      }),
    );
    const page = await stage.visit("/");
    await page.getByRole("link", { name: "View all activity" }).click();
    await page.waitForURL("**/?activity=all");
    const items = page.getByRole("dialog", { name: "Activity" }).getByRole("listitem");
    await expect.poll(() => items.count()).toBe(50);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Show older" }).click();
    await expect.poll(() => items.count()).toBeGreaterThan(60);
    await expect.poll(() => items.filter({ hasText: "Spring fair synced" }).count()).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await page.waitForURL(`${stage.server.url}/`);
    await page.goForward();
    await page.getByRole("dialog", { name: "Activity" }).waitFor();
  });

  it("shows skeletons, then what arrived even if parts are missing, and retries what failed to load", async () => {
    const page = await stage.open(NOWHERE);
    await answer(page, "**/api/dashboard/stats", () => ({
      json: {
        totalLeads: 1234,
        qualifiedLeads: 56,
        conversionRate: 4.5,
        activeRules: 3,
        trends: {
          totalLeads: { direction: "up", percentage: 12.5 },
          qualifiedLeads: { direction: "flat", percentage: 0 },
          conversionRate: { direction: "down", percentage: -2.1 },
        },
      },
    }));
    await answer(page, "**/api/leads?*", () => ({
      json: [{ id: "9", name: null, email: null, company: null, status: "qualified", keywords: null, createdAt: null }],
    }));
    const restore = await answer(page, "**/api/dashboard/pipeline", () => ({
      status: 503,
      body: "The database is away.",
    }));
    const letThrough = await hold(page, "**/api/**");
    await goInside(page, "/");
    const table = page.getByRole("table", { name: "Recent Qualified Leads" });
    await table.waitFor();
    await expect.poll(() => table.locator("tbody tr").count()).toBe(3);
    const activity = region(page, "Recent Activity").locator("[aria-hidden] .rounded-full\\!");
    await expect.poll(() => activity.count()).toBe(3);
    letThrough();

    const text = async (name: string): Promise<string> =>
      (await region(page, name).innerText()).replaceAll(/\s+/g, " ");
    await expect.poll(() => text("Total Leads")).toBe("Total Leads 1,234 +12.5% vs last month");
    await expect.poll(() => text("Qualified Leads")).toBe("Qualified Leads 56 0.0% vs last month");
    await expect.poll(() => text("Conversion Rate")).toBe("Conversion Rate 4.5% -2.1% vs last month");
    await expect.poll(() => text("Active Rules")).toBe("Active Rules 3");
    await expect
      .poll(() => cellTexts(page.getByRole("row", { name: /N\/A/ })))
      .toEqual(["? N/A", "N/A", "0", "None", "N/A", ""]);

    const pipeline = region(page, "Lead Processing Pipeline");
    await pipeline.getByText("Couldn't load the pipeline").waitFor();
    await pipeline.getByText("The database is away.").waitFor();
    await retry(pipeline.getByRole("button", { name: "Try again" }), restore);
    await pipeline.getByText("New leads").waitFor();
  });
});
