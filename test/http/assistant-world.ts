import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { createRule } from "#server/features/rules/change-rule.ts";
import { editLead } from "#server/features/leads/edit-lead.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";
import type { SyncRun } from "#shared/contract/data-source.ts";
import { openWinnow, type TestWinnow, type WinnowOptions } from "#test/harness.ts";
import type { EngineName } from "#test/stores.ts";

/** Wednesday, June 17, 2026, 3 p.m. server time. */
const NOW = new Date(2026, 5, 17, 15, 0);

/** Must never appear in a prompt or an answer. */
export const CANARY = "canary-2f61c0";

interface Person {
  name: string;
  source: string;
  /** Month, day and hour in 2026. */
  on: readonly [number, number, number];
  fields: Partial<Record<LeadTextField, string>>;
}

/**
 * Twelve leads, scored by the rules below: 3 qualified (Ann 45, Frank 85, Hans 100), 1 approved (Dan 60), 1 rejected
 * (Grace 0), 7 pending. Five were added this week, two last week, two today, one yesterday, three in May.
 */
const PEOPLE: readonly Person[] = [
  person("Frank Lee", "file", [5, 12, 9], {
    company: "Globex",
    phone: "+442079460001",
    notes: "Tender. Our director wants a demo and pricing, urgent.",
  }),
  person("Carl Rossi", "file", [5, 12, 9], {
    email: "carl@rossi.example",
    company: "Rossi Foods",
    notes: "A tender is out.",
  }),
  person("Grace Kim", "google_sheets", [5, 20, 10], { company: "Initech", notes: "Wants to sell us something." }),
  person("Jon Smith", "manual", [6, 3, 10], {
    email: "jon@umbrella.example",
    company: "Umbrella",
    notes: "Met on a train.",
  }),
  person("Jon Smith", "manual", [6, 4, 10], { email: "jon@stark.example", company: "Stark", notes: "Met on a boat." }),
  person("Carla Rossi", "website", [6, 9, 11], {
    email: "carla@rossi.example",
    company: "Rossi Foods",
    notes: "Urgent: a demo, please.",
  }),
  person("Ivy Chen", "email", [6, 11, 12], { email: "ivy@acme.example", company: "Acme", notes: "Pricing?" }),
  person("Ann Lee", "google_sheets", [6, 15, 10], {
    email: "ann@acme.example",
    company: "Acme",
    title: "CEO",
    phone: "+442079460002",
    notes: "The budget is signed off.",
  }),
  person("Hans Müller", "website", [6, 15, 11], {
    company: "Müller GmbH",
    title: "CEO",
    phone: "+493012345678",
    notes: "Budget, tender, demo, pricing, free trial: urgent.",
  }),
  person("Dan Brown", "email", [6, 16, 10], {
    company: "Northwind",
    title: "Director of Sales",
    phone: "+442079460003",
    notes: "Pricing for our budget.",
  }),
  person("Bob Stone", "manual", [6, 17, 9], { email: "bob@acme.example", company: "Acme Ltd", notes: "Just looking." }),
  person("Eva Novak", "form", [6, 17, 11], { company: "Novak Logistics", notes: "I would like a free trial." }),
];

const RULES = [
  { name: "Has the money", keywords: ["budget", "tender"], scoreWeight: 20, isActive: true },
  { name: "Intent", keywords: ["demo", "pricing", "free trial"], scoreWeight: 15, isActive: true },
  { name: "Decides", keywords: ["CEO", "director*"], scoreWeight: 25, isActive: true },
  { name: "Hurry", keywords: ["urgent"], scoreWeight: 10, isActive: true },
  { name: "Met at a fair", keywords: ["fair"], scoreWeight: 30, isActive: false },
];

/** Opens Winnow as a team would have it after a month of use; the caller closes it. */
export async function openAssistantWorld(engine: EngineName, options: WinnowOptions = {}): Promise<TestWinnow> {
  const time = { now: new Date(2026, 4, 1, 9) };
  const winnow = await openWinnow(engine, { clock: () => new Date(time.now), ...options });
  const { workspace } = winnow;
  for (const rule of RULES) await createRule(workspace, { ...DEFAULT_RULE, ...rule });
  for (const { name, source, on, fields } of PEOPLE) {
    time.now = new Date(2026, on[0] - 1, on[1], on[2]);
    await takeInPerson(workspace, source, name, fields);
  }
  time.now = new Date(2026, 5, 16, 12);
  await decide(workspace, "Dan Brown", "approved");
  await decide(workspace, "Grace Kim", "rejected");
  await setUpSources(workspace);
  await setUpMail(workspace);
  await sendForm(workspace);
  await backUp(workspace);
  time.now = NOW;
  return winnow;
}

/** The ID of the lead with this name. */
export async function idOf({ store }: Workspace, name: string): Promise<string> {
  const { json } = await store.leads.list({ search: name, sort: "createdAt", limit: 1, view: "row" });
  const [lead] = JSON.parse(json) as { id: string }[];
  if (lead === undefined) throw new Error(`There is no lead called ${name}.`);
  return lead.id;
}

export async function takeInPerson(
  workspace: Workspace,
  source: string,
  name: string,
  fields: Partial<Record<LeadTextField, string>>,
  from = `The ${source.replace("_", " ")}`,
): Promise<void> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/gu, ".")}@${source.replace("_", "-")}.example`;
  const raw: RawLead = {
    rowKey: fields.email ?? email,
    contentHash: name,
    locator: "row 7",
    fields: { name, email, ...fields },
    facts: [],
    raw: {},
    sourceData: {},
  };
  await withScoring(workspace, (scoring) => takeIn(workspace, { kind: source, id: null, name: from }, [raw], scoring));
}

async function decide(workspace: Workspace, name: string, status: "approved" | "rejected"): Promise<void> {
  await editLead(workspace, await idOf(workspace, name), { status });
}

function person(name: string, source: string, on: Person["on"], fields: Person["fields"]): Person {
  return { name, source, on, fields };
}

/** Like the result of a nightly backup. */
async function backUp({ store: { schedules } }: Workspace): Promise<void> {
  const run = await schedules.begin("backup", "2026-06-17", at(17, 3, 0));
  if (run === null) throw new Error("There is a backup of that night already.");
  await schedules.finish(run, { outcome: "done", message: "Backed up 12 leads.", finishedAt: at(17, 3, 1) });
}

const RUN: SyncRun = {
  startedAt: at(17, 14, 30),
  finishedAt: at(17, 14, 30),
  outcome: "succeeded",
  message: "",
  qualified: 1,
  reasons: [],
  seen: 40,
  created: 2,
  updated: 1,
  unchanged: 37,
  skipped: 0,
  failed: 0,
};
const FAILED = { ...RUN, seen: 0, created: 0, updated: 0, unchanged: 0, outcome: "failed" } as const;

/** One working sheet, one sheet that has failed for two days, and a website whose last scrape failed. */
async function setUpSources({ store, secrets }: Workspace): Promise<void> {
  const sheet = {
    type: "google_sheets",
    config: { spreadsheetId: "1AbC", authMethod: "api_key" },
    sealedServiceAccount: null,
    sealedApiKey: secrets.seal(`${CANARY}-api-key`, "api key"),
    sealedAppPassword: null,
    sealedHeaders: null,
    isActive: true,
    createdAt: at(1, 9, 0),
  } as const;
  await store.dataSources.create({
    ...sheet,
    name: "Spring fair",
    lastSync: at(17, 14, 30),
    lastRun: RUN,
    failingSince: null,
  });
  const message = "The sheet is not shared with the service account.";
  const failing = { ...FAILED, message, startedAt: at(17, 14, 0), finishedAt: at(17, 14, 0) };
  await store.dataSources.create({
    ...sheet,
    name: "Old contacts",
    lastSync: at(14, 9, 0),
    lastRun: failing,
    failingSince: at(15, 9, 0),
  });
  const target = await store.scrapes.create({
    name: "Rossi Foods site",
    url: "https://rossi.example",
    type: "website",
    selectors: null,
    isActive: true,
    lastScrape: at(16, 8, 0),
    scrapeFrequency: "daily",
    maxPages: 30,
    maxDepth: 3,
    renderScripts: false,
    leadsFound: 2,
    failingSince: at(17, 8, 0),
    createdAt: at(1, 9, 0),
  });
  const run = {
    ...FAILED,
    targetId: target.id,
    message: "The site refused to answer.",
    startedAt: at(17, 8, 0),
    finishedAt: at(17, 8, 5),
    pages: [],
  };
  await store.scrapes.beginRun(run);
}

/** A mailbox, outgoing mail, a weekly report on Mondays and an imported file. */
async function setUpMail({ store, secrets }: Workspace): Promise<void> {
  await store.mailbox.write({
    email: "inbox@planwell.example",
    sealedAppPassword: secrets.seal(`${CANARY}-app-password`, "app password"),
    enabled: true,
    autoSync: true,
    syncInterval: 30,
    labels: "INBOX",
    server: "",
    lastSync: at(17, 14, 45),
    lastAttempt: at(17, 14, 45),
    failingSince: null,
    lastError: "",
  });
  await store.emailSettings.create({
    smtpHost: "smtp.planwell.example",
    smtpPort: 587,
    signIn: "password",
    username: "reports",
    sealedPassword: secrets.seal(`${CANARY}-smtp-password`, "smtp password"),
    fromEmail: "winnow@planwell.example",
    recipientEmails: ["sales@planwell.example", "hannah@planwell.example"],
    reportFrequency: "weekly",
    isActive: true,
    scheduledSince: at(1, 9, 0),
    lastSuccess: at(15, 8, 0),
    failingSince: null,
    lastError: "",
    createdAt: at(1, 9, 0),
  });
  const begun = await store.reports.begin({
    windowKey: "weekly:2026-06-15",
    messageId: "m",
    leadCount: 3,
    startedAt: at(15, 8, 0),
  });
  if (begun !== null) await store.reports.finish(begun.id, { state: "sent", error: "", finishedAt: at(15, 8, 0) });
  await store.imports.create({
    fileName: "contacts.csv",
    bytes: 900,
    format: "csv",
    state: "finished",
    reading: { encoding: "utf-8", delimiter: ",", hasHeader: true, sheet: null },
    sheets: [],
    columns: [],
    preview: [],
    policy: "fill",
    counts: { seen: 9, created: 2, updated: 3, unchanged: 1, skipped: 3, failed: 0 },
    qualified: 1,
    rejects: 3,
    actId: null,
    uploadedBy: "",
    rowsRead: 9,
    progress: 1,
    message: "",
    undo: null,
    createdAt: at(12, 9, 0),
    startedAt: at(12, 9, 0),
    finishedAt: at(12, 9, 1),
  });
}

async function sendForm({ store }: Workspace): Promise<void> {
  const { id } = await store.forms.receive({
    formType: "typeform",
    formName: "Contact us",
    contentType: "application/json",
    body: "{}",
    bodyEncoding: "utf8",
    idempotencyKey: null,
    isVerified: true,
    submittedAt: at(17, 11, 0),
  });
  await store.forms.finish({
    kind: "submission",
    id,
    leadRow: null,
    leadName: "Eva Novak",
    outcome: "created",
    reason: "",
    processedAt: at(17, 11, 0),
  });
}

/** A time in June 2026 on the server's clock. */
function at(day: number, hour: number, minute: number): string {
  return new Date(2026, 5, day, hour, minute).toISOString();
}
