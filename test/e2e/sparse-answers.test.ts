import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { answer } from "#test/e2e/answers.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";

const AT = "2026-05-01T10:00:00.000Z";

/** Answers with the fields of the specification's section 3 and 7, and nothing else. */
const SPECIFIED: Readonly<Record<string, unknown>> = {
  "GET /api/dashboard/stats": { totalLeads: 12, qualifiedLeads: 3, conversionRate: 25, activeRules: 2 },
  "GET /api/dashboard/pipeline": { incoming: 4, processing: 2, qualified: 3, rejected: 3 },
  "GET /api/dashboard/activity": [
    { id: "1", type: "qualified_lead", title: "Ann Lee qualified", description: "Score 80", timestamp: AT },
    { id: "2", type: "another", title: "Something else", description: "", timestamp: AT },
  ],
  "GET /api/leads": [
    {
      id: "1",
      name: "Ann Lee",
      email: "ann@acme.example",
      company: "Acme",
      industry: "Pumps",
      phone: "",
      source: "manual",
      scrapeUrl: "",
      status: "qualified",
      qualificationStatus: "incomplete",
      missingInfo: [],
      followUpAttempts: 0,
      lastFollowUp: null,
      score: 80,
      keywords: ["demo"],
      sourceData: null,
      rawData: null,
      notes: "",
      processedAt: null,
      createdAt: AT,
    },
    { id: 2, name: "Bo Berg", email: "bo@berg.example" },
  ],
  "GET /api/rules": [{ id: "1", name: "Ready to buy", keywords: ["demo"], scoreWeight: 10, isActive: true }],
  "GET /api/data-sources": [
    { id: "1", name: "Spring fair", type: "google_sheets", config: { spreadsheetId: "1SpringFair" }, isActive: true },
    { id: "2", name: "Autumn fair", type: "google_sheets", config: {}, isActive: false, lastSync: AT },
  ],
  "GET /api/scrape-targets": [
    {
      id: "1",
      name: "Acme team",
      url: "https://acme.example/team",
      type: "website",
      selectors: null,
      isActive: true,
      lastScrape: null,
      scrapeFrequency: "daily",
      leadsFound: 3,
      createdAt: AT,
    },
  ],
  "GET /api/email-settings": [
    {
      id: "1",
      smtpHost: "smtp.acme.example",
      smtpPort: 587,
      username: "ann",
      fromEmail: "ann@acme.example",
      recipientEmails: ["bo@acme.example"],
      reportFrequency: "daily",
      isActive: true,
      createdAt: AT,
    },
  ],
  "GET /api/gmail/config": {
    email: "ann@acme.example",
    enabled: true,
    autoSync: true,
    syncInterval: 30,
    labels: "INBOX",
  },
  "GET /api/gmail/emails": [
    {
      id: "1",
      from: "Ann Lee <ann@acme.example>",
      leadName: "Ann Lee",
      subject: "Request for a quote",
      isLead: true,
      confidence: 91,
      date: AT,
    },
    { id: "2", from: "news@shop.example", leadName: "", subject: "Sale", isLead: false, confidence: 3, date: AT },
  ],
  "POST /api/chat": { reply: "Connect a sheet in Data Sources." },
  "POST /api/process-email": { isLead: true, leadName: "Ann Lee" },
};

/** Every screen that reads these, with a fixed text and texts of the records. */
const SCREENS: readonly (readonly [path: string, ...texts: string[]])[] = [
  ["/", "Recent Activity", "Something else", "Ann Lee qualified", "Bo Berg"],
  ["/leads", "All Leads", "Ann Lee", "Bo Berg"],
  ["/lead-scraper", "Add target", "Acme team", "3 leads found"],
  ["/lead-scraper?edit=1", "Render JavaScript pages"],
  ["/lead-scraper?edit=100", "Render JavaScript pages"],
  ["/gmail", "Test Connection"],
  ["/gmail?tab=emails", "Sync Now", "Lead Detected", "Not a Lead", "Request for a quote"],
  ["/gmail?tab=rules", "Save rules"],
  ["/rules", "How scoring works", "Ready to buy", "Active Rules (2)"],
  ["/rules?edit=1", "Edit rule"],
  ["/rules?edit=100", "Edit rule"],
  ["/rules?try", "Save all"],
  ["/setup-guide", "Prepare the sheet"],
  ["/data-sources", "Spreadsheet setup guide", "Spring fair", "Autumn fair", "Never"],
  ["/data-sources?edit=1", "Edit data source"],
  ["/data-sources?edit=100", "Edit data source"],
  ["/email-settings", "Send Test Report"],
  ["/configuration#advanced", "Data retention"],
];

/** Signs that a value is missing its text. */
const BROKEN =
  /Invalid Date|\bundefined\b|\bNaN\b|\[object Object\]|Couldn't (?:show|load) this page|corrected by you/iu;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

/** Answers the page's calls by method and path; others reach the server. */
async function answerAll(page: Page, answers: (key: string) => unknown): Promise<void> {
  await answer(page, "**/api/**", ({ method, url }) => {
    const json = answers(`${method} ${url.pathname}`);
    return json === undefined ? null : { json };
  });
}

/** Lists also get each record emptied, under another id; single records are emptied. */
function sparse(answered: unknown): unknown {
  if (Array.isArray(answered)) {
    return [...answered, ...answered.map((record, at) => emptied({ ...record, id: String(100 + at) }))];
  }
  return answered === undefined ? undefined : emptied(answered as Record<string, unknown>);
}

/** Nothing but the id: other fields are null or missing, and there are unknown ones. */
function emptied(record: Record<string, unknown>): object {
  const fields = Object.entries(record).flatMap(([field, value], at): [string, unknown][] => {
    if (field === "id") return [[field, value]];
    return at % 2 === 0 ? [[field, null]] : [];
  });
  return { ...Object.fromEntries(fields), color: "red", owner: { id: 7 } };
}

it("shows answers with only the specification's fields, and with nothing but ids, on every screen", async () => {
  const page = await stage.open("about:blank");
  await answerAll(page, (key) => (key.startsWith("GET") ? sparse(SPECIFIED[key]) : undefined));
  await page.goto("/setup-guide");
  for (const [path, ...texts] of SCREENS) {
    await goInside(page, path);
    for (const text of texts) await page.getByText(text).filter({ visible: true }).first().waitFor();
    await expect.poll(() => page.getByText(/^Loading the /u).allInnerTexts()).toEqual([]);
    expect([path, BROKEN.exec(await page.locator("body").innerText())?.[0]]).toEqual([path, undefined]);
  }
});

it("shows a chat answer of a reply alone, and an analysis of the two specified fields", async () => {
  const page = await stage.open("/lead-scraper?tab=email");
  await answerAll(page, (key) => SPECIFIED[key]);
  await page.getByRole("main").getByRole("textbox").fill("Hello, we would like a quote.");
  await page.getByRole("button", { name: "Analyze Email for Leads" }).click();
  await page.getByText("Lead Detected").first().waitFor();

  await page.getByRole("button", { name: "Help" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("How do I start?");
  await dialog.getByRole("textbox").press("Enter");
  await dialog.getByRole("region").getByText("Connect a sheet in Data Sources.").waitFor();
});
