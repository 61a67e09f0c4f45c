import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { DEMO_SITES, type DemoServices } from "#server/demo/demo-services.ts";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { sendDueReport } from "#server/features/reports/send-report.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { openDemoServices } from "#test/http/demo-services.ts";
import { oneEngine } from "#test/stores.ts";

let services: Awaited<ReturnType<typeof openDemoServices>>;
beforeAll(async () => {
  services = await openDemoServices();
});
afterAll(() => services.close());

test.each(oneEngine("postgres"))(
  "on %s, right after a leap day: every screen has content and nothing failed",
  async (engine) => {
    const moment = "2028-03-01T00:30:00.000Z";
    const { google, smtp, servicesFile } = services;
    const winnow = await freshWinnow(engine, { clock: () => new Date(moment), google });
    await seedDemo(winnow.workspace, servicesFile);
    await winnow.ok("POST /api/session", { body: services.signIn });

    await expectFigures(winnow);
    await expectSources(winnow);
    await expectTeamAtWork(winnow, moment);
    await expectTeam(winnow);

    // The report of the latest window has already been sent.
    const mails = smtp.messages.length;
    await sendDueReport(winnow.workspace);
    expect(smtp.messages).toHaveLength(mails);
  },
);

async function expectFigures(winnow: TestWinnow): Promise<void> {
  const { totalLeads, qualifiedLeads, activeRules } = await winnow.ok("GET /api/dashboard/stats");
  expect(totalLeads).toBeGreaterThanOrEqual(80);
  expect(qualifiedLeads / totalLeads).toBeGreaterThan(0.3);
  expect(qualifiedLeads / totalLeads).toBeLessThan(0.8);
  expect(activeRules).toBeGreaterThan(5);
  expect(await winnow.ok("GET /api/dashboard/status")).toMatchObject({
    googleSheets: { state: "connected" },
    email: { state: "active" },
    autoSync: { state: "scheduled" },
  });
  // Scores are as of today.
  const rules = await winnow.ok("GET /api/rules");
  expect(await winnow.ok("POST /api/what-if", { body: { rules } })).toMatchObject({ changed: 0 });
  const bars = await winnow.ok("GET /api/dashboard/rule-contributions");
  expect(JSON.stringify(bars)).toContain("Decision maker");
}

/** Every channel was used the way a person or visitor would, and shows its results. */
async function expectSources(winnow: TestWinnow): Promise<void> {
  const [source] = await winnow.ok("GET /api/data-sources");
  expect(source?.lastRun).toMatchObject({ outcome: "succeeded", failed: 0 });
  expect(source?.lastRun?.unchanged).toBeGreaterThan(20);

  const targets = await winnow.ok("GET /api/scrape-targets");
  expect(targets.map(({ lastRun, leadsFound }) => [lastRun?.outcome, leadsFound > 4])).toEqual(
    DEMO_SITES.map(() => ["succeeded", true]),
  );

  const schedules = await winnow.ok("GET /api/schedules");
  const ran = schedules.filter(({ lastRun }) => lastRun !== null && /^(?:done|nothing)$/u.test(lastRun.outcome));
  const sites = targets.map(({ id }) => `scrape:${id}`);
  expect(ran.map(({ id }) => id)).toEqual(expect.arrayContaining(["auto-sync", "mailbox", ...sites, "report"]));

  expect((await winnow.ok("GET /api/gmail/config")).health).toMatchObject({ state: "active" });
  const emails = await winnow.ok("GET /api/gmail/emails", { query: { limit: 200 } });
  expect(new Set(emails.map(({ kind, verdict }) => `${kind} ${verdict}`))).toEqual(
    new Set(["message lead", "message review", "message not_lead", "reply not_lead"]),
  );
  expect(emails.filter(({ reason }) => reason === "")).toEqual([]);
  expect((await winnow.ok("GET /api/gmail/learning")).corrections.length).toBeGreaterThan(0);
  const opened = await winnow.ok("GET /api/gmail/emails/{id}/message", { id: emails[0]!.id });
  expect(opened.isWhole).toBe(true);

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
  expect(imports.map(({ state, rejects }) => [state, rejects])).toEqual([["finished", 3]]);
}

async function expectTeamAtWork(winnow: TestWinnow, moment: string): Promise<void> {
  // IDs sort newest first, and the newest was added last.
  const leads = await winnow.ok("GET /api/leads", { query: { limit: 500 } });
  const times = leads.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  const activity = await winnow.ok("GET /api/dashboard/activity", { query: { limit: 200 } });
  const moments = activity.map(({ timestamp }) => timestamp);
  expect(moments).toEqual(moments.toSorted().toReversed());
  expect(moments[0]! <= moment).toBe(true);

  const asked = leads.filter(({ lastFollowUp }) => lastFollowUp !== null);
  const questions = await Promise.all(asked.map(({ id }) => winnow.ok("GET /api/leads/{id}/follow-ups", { id })));
  const states = questions.flat().map(({ state }) => state);
  expect(states).toEqual(expect.arrayContaining(["answered", "sent"]));
  expect((await winnow.ok("GET /api/duplicates")).pairs.length).toBeGreaterThan(1);
  expect(await winnow.ok("GET /api/lead-views")).not.toEqual([]);
  expect((await winnow.ok("GET /api/jobs")).counts).toMatchObject({ retrying: 0, dead: 0 });
  const { items } = await winnow.ok("GET /api/notifications");
  const kinds = items.map(({ kind }) => kind);
  // One for each of the demo's next steps, all of which are due by now.
  expect(kinds.filter((kind) => kind === "next_step_due")).toHaveLength(4);
  expect(kinds.filter((kind) => kind !== "next_step_due")).toEqual([
    "mention",
    "leads_to_review",
    "emails_to_review",
    "possible_duplicates",
  ]);
}

/** Accounts, who owns what, custom fields, and what would be looked up. */
async function expectTeam(winnow: TestWinnow): Promise<void> {
  const leads = (await winnow.ok("GET /api/leads", { query: { limit: 500 } })) as Lead[];
  const seen = (of: (lead: Lead) => string): string[] => [...new Set(leads.map(of))].toSorted();
  expect(seen(({ owner }) => owner)).toEqual([
    "",
    "diego@planwell.example",
    "hannah@planwell.example",
    "priya@planwell.example",
  ]);
  expect(seen(({ addressQuality }) => addressQuality ?? "none")).toEqual(["bad", "good", "none", "risky"]);
  expect(leads.some(({ tags }) => tags.length > 0)).toBe(true);
  const columns = await winnow.ok("GET /api/leads/field-totals", { query: { field: "segment" } });
  expect(columns.filter(({ count }) => count > 1)).toHaveLength(6);
  expect(leads.filter(({ fields }) => fields["budget"] !== undefined).length).toBeGreaterThan(10);
  expect(leads.filter(({ fields }) => fields["contract_ends"] !== undefined).length).toBeGreaterThan(10);
  const company = await winnow.ok("GET /api/companies/{key}", { params: { key: "@ainsworthbakery.example" } });
  expect(company.site?.facts.map(({ kind }) => kind)).toContain("industry");
  expect((await winnow.ok("GET /api/assignment-rules")).map(({ neverMatches }) => neverMatches)).toEqual([
    null,
    null,
    null,
  ]);
  expect(await winnow.ok("GET /api/session/digest")).toMatchObject({ isOn: true, hour: 7 });
  // By the people who did it.
  const { acts } = await winnow.ok("GET /api/journal", { query: { limit: 200 } });
  const authors = acts.map(({ by }) => by);
  expect(authors).toEqual(expect.arrayContaining(seen(({ owner }) => owner).slice(1)));
  expect(authors).not.toContain("You");
}

test("leaves existing data alone", async () => {
  const winnow = await freshWinnow("sqlite", { google: services.google });
  await winnow.ok("POST /api/leads", { body: { name: "Ada", email: "ada@analytical.example" } });
  await expect(seedDemo(winnow.workspace, services.servicesFile)).rejects.toThrow("npm run demo");
  expect(await winnow.ok("GET /api/leads")).toHaveLength(1);
  expect(await winnow.ok("GET /api/rules")).toEqual([]);
});

test("names what is missing in a file that describes no servers", async () => {
  const winnow = await freshWinnow("sqlite", { google: services.google });
  const file = join(services.folder, "half.json");
  const half: Partial<DemoServices> = { smtp: { host: "127.0.0.1", port: 25, email: "", password: "" } };
  await writeFile(file, JSON.stringify(half));
  await expect(seedDemo(winnow.workspace, file)).rejects.toThrow(/half\.json.*sheet: Required/su);
});
