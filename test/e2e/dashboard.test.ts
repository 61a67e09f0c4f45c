import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DashboardStats } from "#shared/contract/dashboard.ts";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

const HEADERS = ["Name", "Email", "Company", "Notes"];
const WANTS_EVERYTHING = "Urgent: wants a demo, a price and a pilot for logistics.";

/** Six that qualify, of whom the last matches five keywords, and two that do not. */
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

/** The download that a press brings, as its name and its text. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

/** Today as the page writes it into a file's name. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

describe("a new product", () => {
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());
  afterEach(() => expect(stage.pageErrors).toEqual([]));

  it("shows nothing that is not so", async () => {
    const page = await stage.open("/");
    await page.getByText("Monitor your lead generation performance").waitFor();
    await expect.poll(() => figure(page, "Total Leads")).toBe("0");
    expect(await figure(page, "Qualified Leads")).toBe("0");
    expect(await figure(page, "Conversion Rate")).toBe("0.0%");
    expect(await figure(page, "Active Rules")).toBe("0");
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
  });

  it("leads from Sync to where a source is connected", async () => {
    const page = await stage.open("/");
    await page.getByRole("link", { name: "Connect a data source first" }).waitFor();
    await page.getByRole("button", { name: "Sync Leads Now" }).click();
    await page.waitForURL("**/data-sources");
  });

  it("says why no report was sent, and leads to where that is mended", async () => {
    const page = await stage.open("/");
    await page.getByRole("button", { name: "Generate Report" }).click();
    await notice(page, "Failed to send email report").waitFor();
    await notice(page, /not configured/).waitFor();
    await region(page, "Notices").getByRole("button", { name: "Email Settings" }).click();
    await page.waitForURL("**/email-settings");
  });

  it("leads nobody who does not want it", async () => {
    const page = await stage.open("/");
    await page.getByRole("button", { name: "Hide getting started" }).click();
    await region(page, "Getting started").waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("No recent activity").waitFor();
    expect(await region(page, "Getting started").count()).toBe(0);
  });

  it("is led by the hand, step after step", async () => {
    const page = await stage.open("/");
    const current = region(page, "Getting started").locator("[aria-current=step]");
    await current.getByText("Connect a source").waitFor();
    await stage.addSheet("Spring fair", [HEADERS, ...ROWS]);
    await current.getByText("Write a rule").waitFor();
    await stage.api("POST", "/rules", { name: "Intent", keywords: ["demo", "price"], scoreWeight: 20 });
    await current.getByText("See scored leads").waitFor();
    await current.getByRole("button", { name: "Bring in leads" }).click();
    await notice(page, "Processed 8 leads successfully").waitFor();
    await current.getByText("Send a report").waitFor();
    await stage.addMailServer();
    await current.getByRole("button", { name: "Send it now" }).click();
    await notice(page, "Email report sent with 6 qualified leads").waitFor();
    await region(page, "Getting started").waitFor({ state: "detached" });
    expect(stage.smtp.messages).toHaveLength(1);
  });
});

describe("a product at work", () => {
  beforeAll(async () => {
    stage = await openStage();
    const keywords = ["demo", "price", "urgent", "pilot", "logistics"];
    await stage.api("POST", "/rules", { name: "Intent", keywords, scoreWeight: 20 });
    await stage.addSheet("Spring fair", [HEADERS, ...ROWS]);
    await stage.addMailServer();
  });
  afterAll(() => stage.close());
  afterEach(() => expect(stage.pageErrors).toEqual([]));

  it("syncs with its progress in view, and shows what came of it", async () => {
    const page = await stage.open("/");
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    stage.google.failNext({ on: "values", holdUntil: held });
    await page.getByRole("button", { name: "Sync Leads Now" }).click();
    await page.getByRole("button", { name: "Syncing..." }).waitFor();
    await page.getByRole("progressbar", { name: "Spring fair" }).waitFor();
    release();
    await notice(page, "Processed 8 leads successfully").waitFor();

    await expect.poll(() => figure(page, "Total Leads")).toBe("8");
    await expect.poll(() => figure(page, "Qualified Leads")).toBe("6");
    expect(await figure(page, "Conversion Rate")).toBe("75.0%");
    expect(await figure(page, "Active Rules")).toBe("1");
    await expect
      .poll(() => region(page, "Lead Processing Pipeline").getByRole("link").allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Incoming\s+New leads\s+2$/),
        expect.stringMatching(/^Processing\s+Being analyzed\s+0$/),
        expect.stringMatching(/^Qualified\s+Ready for contact\s+6$/),
        expect.stringMatching(/^Rejected\s+Filtered out\s+0$/),
      ]);
    await region(page, "System Status").getByText("Connected").waitFor();
    await region(page, "Recent Activity").getByText("Spring fair synced").waitFor();
    await region(page, "Recent Activity").getByText("0 minutes ago").first().waitFor();
  });

  it("shows a qualified lead with its score, three keywords and how many more, and when it came", async () => {
    const page = await stage.open("/");
    const row = page.getByRole("row", { name: /Katherine Johnson/ });
    await expect
      .poll(() => cellTexts(row))
      .toEqual(["KJ Katherine Johnson", "Orbit", "100", expect.stringMatching(/^(?:\w+ ){3}\+2$/), "Just now", ""]);
    const best = region(page, "Top Qualified Leads").getByRole("listitem");
    await expect.poll(() => best.count()).toBe(6);
    expect(await best.first().innerText()).toMatch(/Katherine Johnson/);
    expect(await best.locator("svg[data-band]").first().getAttribute("data-band")).toBe("success");
    expect(await best.locator("svg[data-band]").last().getAttribute("data-band")).toBe("neutral");
  });

  it("opens a lead under an address of its own", async () => {
    const page = await stage.open("/");
    await page.getByRole("button", { name: "View Katherine Johnson" }).click();
    await page.waitForURL(/\/leads\/\d+\?status=qualified$/);
    await page.goBack();
    await page.getByRole("button", { name: "View Katherine Johnson" }).waitFor();
  });

  it("leads from its counts and links to the list they speak of", async () => {
    const page = await stage.open("/");
    const href = (link: Locator): Promise<string | null> => link.getAttribute("href");
    const stages = region(page, "Lead Processing Pipeline").getByRole("link");
    await stages.first().waitFor();
    expect(await Promise.all((await stages.all()).map(href))).toEqual([
      "/leads?status=pending",
      "/leads?status=pending",
      "/leads?status=qualified",
      "/leads?status=rejected",
    ]);
    expect(await href(page.getByRole("link", { name: "View all qualified leads" }))).toBe("/leads?status=qualified");
    await page.getByRole("link", { name: "Configure Rules" }).click();
    await page.waitForURL("**/rules");
  });

  it("approves in place, and takes it back", async () => {
    const page = await stage.open("/");
    const row = page.getByRole("row", { name: /Katherine Johnson/ });
    const approve = row.getByRole("button", { name: "Approve Katherine Johnson" });
    // The keyboard holds the rows for as long as it is among them, the pointer only for a while.
    await approve.focus();
    const before = await leadNames(page);
    await page.keyboard.press("Enter");
    await row.getByText("Approved").waitFor();
    // A notice that is pointed at stays.
    await notice(page, "Lead status updated successfully").hover();
    await expect.poll(() => figure(page, "Qualified Leads")).toBe("6");
    expect(await leadNames(page)).toEqual(before);
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe("View Katherine Johnson");
    await region(page, "Notices").getByRole("button", { name: "Undo" }).click();
    await approve.waitFor();
  });

  it("rejects, lets the lead go and counts anew", async () => {
    const page = await stage.open("/");
    await page.getByRole("button", { name: "Reject Emmy Noether" }).click();
    await notice(page, "Lead status updated successfully").waitFor();
    await page.mouse.move(0, 0);
    await page.getByRole("row", { name: /Emmy Noether/ }).waitFor({ state: "detached" });
    await expect.poll(() => figure(page, "Qualified Leads")).toBe("5");
    await expect
      .poll(() => region(page, "Lead Processing Pipeline").getByRole("link").last().innerText())
      .toMatch(/1$/);
  });

  it("shows the former status when the server refuses", async () => {
    const page = await stage.open("/");
    await page.route("**/api/leads/*", (route) => route.fulfill({ status: 503, body: "The database is away." }));
    await page.getByRole("button", { name: "Approve Mary Anning" }).click();
    await notice(page, "Failed to update lead status").waitFor();
    await notice(page, "The database is away.").waitFor();
    await page.getByRole("button", { name: "Approve Mary Anning" }).waitFor();
  });

  it("keeps rows in their places while others arrive", async () => {
    const page = await stage.open("/");
    await page.getByRole("button", { name: "Approve Mary Anning" }).focus();
    const before = await leadNames(page);
    await stage.api("POST", "/leads", { name: "Newest Lead", email: "newest@example.com", status: "qualified" });
    await expect.poll(() => figure(page, "Total Leads")).toBe("9");
    expect(await leadNames(page)).toEqual(before);
    await page.getByRole("button", { name: "Sync Leads Now" }).focus();
    await expect.poll(async () => (await leadNames(page))[0]).toMatch(/Newest Lead/);
  });

  it("exports the qualified leads from the table and from the panel", async () => {
    const page = await stage.open("/");
    const table = await downloaded(page, () => page.getByRole("button", { name: "Export", exact: true }).click());
    expect(table.name).toBe(`leads-qualified-${today()}.csv`);
    expect(table.text).toContain("mary@lyme.example");
    expect(table.text).not.toContain("nobody@plain.example");
    await notice(page, "Leads exported successfully").waitFor();
    const panel = await downloaded(page, () =>
      page.getByRole("button", { name: "Export the qualified leads" }).click(),
    );
    expect(panel.name).toBe(`qualified-leads-${today()}.csv`);
    expect(panel.text).toBe(table.text);
  });

  it("says when an export failed", async () => {
    const page = await stage.open("/");
    await page.route("**/api/leads/export*", (route) => route.fulfill({ status: 503, body: "Disk full" }));
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await notice(page, "Failed to export leads").waitFor();
    await notice(page, "Disk full").waitFor();
  });

  it("mails the report, and says so", async () => {
    const page = await stage.open("/");
    const sent = stage.smtp.messages.length;
    const { qualifiedLeads } = (await stage.api("GET", "/dashboard/stats")) as DashboardStats;
    await page.getByRole("button", { name: "Generate Report" }).click();
    await notice(page, `Email report sent with ${qualifiedLeads} qualified leads`).waitFor();
    expect(stage.smtp.messages).toHaveLength(sent + 1);
    await region(page, "System Status").getByText("Active", { exact: true }).waitFor();
    await region(page, "Recent Activity").getByText("Report sent").first().waitFor();
  });

  it("names what the mail server said", async () => {
    const page = await stage.open("/");
    stage.smtp.failures = { signIn: { code: 535, text: "5.7.8 Username and Password not accepted" } };
    await page.getByRole("button", { name: "Generate Report" }).click();
    await page.getByRole("button", { name: "Sending..." }).waitFor();
    await notice(page, "Failed to send email report").waitFor();
    await region(page, "System Status")
      .getByText(/^Failing since/)
      .waitFor();
    stage.smtp.failures = {};
  });

  it("names the source that failed beside those that did not", async () => {
    await stage.addSheet("Autumn fair", [HEADERS, ["Vera Rubin", "vera@galaxy.example", "Galaxies", "demo"]]);
    stage.google.spreadsheet("sheet-of-autumn-fair").isPublic = false;
    const page = await stage.open("/");
    await page.getByRole("button", { name: "Sync Leads Now" }).click();
    await notice(page, "Processed 8 leads successfully").waitFor();
    await notice(page, /^Autumn fair: /).waitFor();
    const sheets = region(page, "System Status").getByRole("link", { name: /Google Sheets/ });
    await sheets.getByText(/^Failing since/).waitFor();
    expect(await sheets.getAttribute("href")).toBe("/data-sources");
  });

  it("says when every source failed, and why", async () => {
    stage.google.spreadsheet("sheet-of-spring-fair").isPublic = false;
    const page = await stage.open("/");
    await page.getByRole("button", { name: "Sync Leads Now" }).click();
    await notice(page, "Failed to sync leads").waitFor();
    await notice(page, /The sheet is private/).waitFor();
  });

  it("shows all activity under an address of its own, page after page", async () => {
    for (let number = 0; number < 30; number += 1) {
      await stage.api("POST", "/leads", {
        name: `Lead ${number}`,
        email: `lead${number}@example.com`,
        notes: "demo, price",
      });
    }
    const page = await stage.open("/");
    await page.getByRole("link", { name: "View all activity" }).click();
    await page.waitForURL("**/?activity=all");
    const items = page.getByRole("dialog", { name: "Activity" }).getByRole("listitem");
    await expect.poll(() => items.count()).toBe(50);
    await page.getByRole("button", { name: "Show older" }).click();
    await expect.poll(() => items.count()).toBeGreaterThan(60);
    const texts = await items.allInnerTexts();
    expect(texts.filter((text) => text.includes("Spring fair synced"))).not.toHaveLength(0);
    await page.keyboard.press("Escape");
    await page.waitForURL(`${stage.server.url}/`);
    await page.goForward();
    await page.getByRole("dialog", { name: "Activity" }).waitFor();
  });

  it("axe finds nothing in either theme, in the open list of activity neither", async () => {
    const page = await stage.open("/");
    await page
      .getByRole("button", { name: /^Approve/ })
      .first()
      .waitFor();
    await region(page, "System Status").getByRole("link").first().waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page.getByRole("link", { name: "View all activity" }).click();
    await page.getByRole("button", { name: "Show older" }).waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  });
});

describe("answers that the browser is given", () => {
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());
  afterEach(() => expect(stage.pageErrors).toEqual([]));

  const arrive = async (path: string, answer: (page: Page) => Promise<unknown>): Promise<Page> => {
    const page = await stage.open("about:blank");
    await answer(page);
    await page.goto(path);
    return page;
  };

  it("shows how the month compares, where last month has data", async () => {
    const page = await arrive("/", (one) =>
      one.route("**/api/dashboard/stats", (route) =>
        route.fulfill({
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
        }),
      ),
    );
    const text = async (name: string): Promise<string> =>
      (await region(page, name).innerText()).replaceAll(/\s+/g, " ");
    await expect.poll(() => text("Total Leads")).toBe("Total Leads 1,234 +12.5% vs last month");
    expect(await text("Qualified Leads")).toBe("Qualified Leads 56 0.0% vs last month");
    expect(await text("Conversion Rate")).toBe("Conversion Rate 4.5% -2.1% vs last month");
    expect(await text("Active Rules")).toBe("Active Rules 3");
  });

  it("keeps three rows free in the table and in the activity while they load", async () => {
    // Who one is has been answered: before that there is no dashboard.
    const page = await arrive("/", (one) =>
      one.route("**/api/**", async (route) => {
        if (route.request().url().endsWith("/api/session")) await route.fallback();
      }),
    );
    const table = page.getByRole("table", { name: "Recent Qualified Leads" });
    await table.waitFor();
    expect(await table.locator("tbody tr").count()).toBe(3);
    expect(await region(page, "Recent Activity").locator("[aria-hidden] .rounded-full\\!").count()).toBe(3);
  });

  it("says what could not be loaded, and tries again when asked", async () => {
    const refuse = "**/api/dashboard/pipeline";
    const page = await arrive("/", (one) =>
      one.route(refuse, (route) => route.fulfill({ status: 503, body: "The database is away." })),
    );
    const pipeline = region(page, "Lead Processing Pipeline");
    await pipeline.getByText("The pipeline could not be loaded").waitFor();
    await pipeline.getByText("The database is away.").waitFor();
    await page.unroute(refuse);
    await pipeline.getByRole("button", { name: "Try again" }).click();
    await pipeline.getByText("New leads").waitFor();
  });

  it("survives a lead without name, company, score and keywords", async () => {
    const page = await arrive("/", (one) =>
      one.route("**/api/leads?*", (route) =>
        route.fulfill({
          json: [
            { id: "9", name: null, email: null, company: null, status: "qualified", keywords: null, createdAt: null },
          ],
        }),
      ),
    );
    await expect
      .poll(() => cellTexts(page.getByRole("row", { name: /N\/A/ })))
      .toEqual(["? N/A", "N/A", "0", "None", "N/A", ""]);
  });
});
