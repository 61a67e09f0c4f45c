import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DemoServices } from "#server/demo/demo-services.ts";
import { sampleSheet } from "#server/demo/sample-sheet.ts";
import { SITE_NAMES } from "#server/demo/sample-sites.ts";
import { seedSampleTeam } from "#server/demo/seed-sample-team.ts";
import { sendDueReport } from "#server/workflows/reports/send-due-report.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { folderSite } from "#test/peers/website/folder-site.ts";
import { startWebsitePeer, type WebsitePeer } from "#test/peers/website/website-peer.ts";

const SPREADSHEET_ID = "1SampleSheetOfTheSampleTeam";

let google: GooglePeer;
let smtp: SmtpPeer;
let sites: WebsitePeer[];
let folder: string;
let servicesFile: string;

beforeAll(async () => {
  [google, smtp, folder] = await Promise.all([
    startGooglePeer(),
    startSmtpPeer({ mode: "plain", users: { winnow: "a password" } }),
    mkdtemp(join(tmpdir(), "winnow-test-")),
  ]);
  const account = google.addServiceAccount();
  google.setSheet(SPREADSHEET_ID, "Sheet1", sampleSheet());
  google.share(SPREADSHEET_ID, account.email);
  const folders = SITE_NAMES.map((name) => join(folder, name));
  sites = await Promise.all(folders.map((path) => startWebsitePeer(folderSite(path))));
  const websites = SITE_NAMES.map((name, at) => [name, { folder: folders[at]!, url: sites[at]!.url }] as const);
  servicesFile = join(folder, "services.json");
  const services = {
    websites: Object.fromEntries(websites),
    sheet: { spreadsheetId: SPREADSHEET_ID, serviceAccount: account.keyFile },
    mail: { host: smtp.host, port: smtp.port, username: "winnow", password: "a password" },
  };
  await writeFile(servicesFile, JSON.stringify(services));
});
afterAll(async () => {
  await Promise.all([
    google.close(),
    smtp.close(),
    ...sites.map((site) => site.close()),
    rm(folder, { recursive: true, force: true }),
  ]);
});

test.each([
  ["sqlite", "the first half hour of a month", "2027-03-01T00:30:00.000Z"],
  ["postgres", "a leap day", "2028-02-29T10:20:30.000Z"],
] as const)("on %s, %s: the sample team has lived what was planned", async (engine, _, moment) => {
  const clock = (): Date => new Date(moment);
  const winnow = await freshWinnow(engine, { clock, google });
  await seedSampleTeam(winnow.workspace, servicesFile);

  const stats = await winnow.ok("GET /api/dashboard/stats");
  expect(stats.trends).toEqual({
    totalLeads: { direction: "up", percentage: 12.5 },
    qualifiedLeads: { direction: "up", percentage: 8.2 },
    conversionRate: { direction: "down", percentage: -2.1 },
  });
  expect(await winnow.ok("GET /api/dashboard/status")).toMatchObject({
    googleSheets: { state: "connected" },
    email: { state: "active" },
    autoSync: { state: "scheduled" },
  });
  // Newest first is the order of ids, and what is newest came last.
  const leads = await winnow.ok("GET /api/leads", { query: { limit: 500 } });
  const times = leads.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  const activity = await winnow.ok("GET /api/dashboard/activity", { query: { limit: 200 } });
  const moments = activity.map(({ timestamp }) => timestamp);
  expect(moments).toEqual(moments.toSorted().toReversed());
  expect(moments[0]! <= moment).toBe(true);

  await expectWaysIn(winnow);

  // The report of the latest window has gone out already.
  const mails = smtp.messages.length;
  await sendDueReport(winnow.workspace);
  expect(smtp.messages).toHaveLength(mails);
});

/** Each way in has been used as a person or a stranger uses it, and shows what came of it. */
async function expectWaysIn(winnow: TestWinnow): Promise<void> {
  const targets = await winnow.ok("GET /api/scrape-targets");
  expect(targets.map(({ lastRun, leadsFound }) => [lastRun?.outcome, leadsFound > 10])).toEqual(
    SITE_NAMES.map(() => ["succeeded", true]),
  );
  const [runs] = await Promise.all(targets.map(({ id }) => winnow.ok("GET /api/scrape-targets/{id}/runs", { id })));
  const { pages } = await winnow.ok("GET /api/scrape-runs/{id}", { id: runs?.[0]?.id ?? "" });
  expect(new Set(pages.map(({ outcome }) => outcome))).toEqual(new Set(["unchanged", "left_out"]));

  const emails = await winnow.ok("GET /api/gmail/emails", { query: { limit: 200 } });
  expect(new Set(emails.map(({ kind, isLead }) => `${kind} ${isLead}`))).toEqual(
    new Set(["message true", "message false", "reply false"]),
  );
  expect(emails.filter(({ reason }) => reason === "")).toEqual([]);

  const submissions = await winnow.ok("GET /api/form-submissions", { query: { limit: 200 } });
  expect(new Set(submissions.map(({ outcome }) => outcome))).toEqual(new Set(["created", "no_contact"]));
  expect(new Set(submissions.map(({ formType, isVerified }) => `${formType} ${isVerified}`))).toEqual(
    new Set([
      "typeform true",
      "google_forms true",
      ...["tally", "webflow", "facebook", "fillout", "html", "generic"].map((type) => `${type} null`),
    ]),
  );

  const imports = await winnow.ok("GET /api/imports");
  expect(imports.map(({ state, counts, rejects }) => [state, counts.created, rejects])).toEqual([
    ["finished", 50, 3],
    ["finished", 70, 3],
  ]);
}

test("what is there already is left alone", async () => {
  const winnow = await freshWinnow("sqlite", { google });
  await winnow.ok("POST /api/leads", { body: { name: "Ada", email: "ada@analytical.example" } });
  await expect(seedSampleTeam(winnow.workspace, servicesFile)).rejects.toThrow("npm run demo");
  expect(await winnow.ok("GET /api/leads")).toHaveLength(1);
  expect(await winnow.ok("GET /api/rules")).toEqual([]);
});

test("a file that describes no servers is named with what it lacks", async () => {
  const winnow = await freshWinnow("sqlite", { google });
  const file = join(folder, "half.json");
  const half: Partial<DemoServices> = { mail: { host: "127.0.0.1", port: 25, username: "", password: "" } };
  await writeFile(file, JSON.stringify(half));
  await expect(seedSampleTeam(winnow.workspace, file)).rejects.toThrow(/half\.json.*\n.*sheet/su);
});
