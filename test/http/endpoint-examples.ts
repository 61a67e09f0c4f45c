import { randomUUID } from "node:crypto";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import type { CallInput, TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import type { CrmUrls } from "#server/delivery/crm/crms.ts";
import { accountExamples, NO_ACCOUNTS, type KnownAccounts } from "#test/http/account-examples.ts";
import { deliver, processed } from "#test/http/form-deliveries.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { HUBSPOT_TOKEN, startHubspotPeer } from "#test/peers/crm/hubspot-peer.ts";
import { startDovecot, type DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { CLIENT, startOauthPeer, TENANT, type OauthPeer } from "#test/peers/oauth/oauth-peer.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { card, html } from "#test/peers/website/traps.ts";
import { startWebsitePeer, type WebsitePeer } from "#test/peers/website/website-peer.ts";

const SPREADSHEET_ID = "1WinnowTestSpreadsheet00000000000000000000000";
/** Someone about whom nothing is known. */
const PERSON = "vera.rubin@galaxy.example";
export const API_KEY = "AIza-the-key-of-the-test";

/** A website that names two people. */
const SITE = {
  "/": html(
    card("Nora Lind", "Head of Purchasing", "nora.lind@acme.example") +
      card("Omar Haddad", "Buyer", "omar@acme.example"),
  ),
};

/** The servers that Winnow talks to, and what they contain in tests. */
export interface Peers {
  google: GooglePeer;
  smtp: SmtpPeer;
  website: WebsitePeer;
  imap: DovecotPeer;
  oauth: OauthPeer;
  crms: CrmUrls;
  close(): Promise<void>;
}

export const SMTP_USER = { name: "reports@winnow.example", password: "smtp-password-of-the-test" };

export const MAILBOX_USER = { name: "sales@winnow.example", password: "mailbox-password-of-the-test" };

/** A Google with one public sheet of two leads, outgoing and incoming mail servers with one account, and a website. */
export async function startPeers(): Promise<Peers> {
  const google = await startGooglePeer();
  google.addApiKey(API_KEY);
  google.setSheet(SPREADSHEET_ID, "Sheet1", [
    ["Name", "Email", "Company", "Phone", "Notes"],
    ["Ann Lee", "ann@acme.example", "Acme", "+44 20 7946 0001", "Wants a demo"],
    ["Bo Berg", "bo@berg.example", "Berg", "", ""],
  ]);
  google.spreadsheet(SPREADSHEET_ID).isPublic = true;
  const smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
  const website = await startWebsitePeer(SITE);
  const imap = await startDovecot();
  await imap.addUser(MAILBOX_USER.name, MAILBOX_USER.password);
  const oauth = await startOauthPeer();
  const hubspot = await startHubspotPeer();
  return {
    google,
    smtp,
    website,
    imap,
    oauth,
    crms: { hubspot: hubspot.url },
    async close() {
      await hubspot.close();
      await oauth.close();
      await google.close();
      await smtp.close();
      await website.close();
      await imap.stop();
    },
  };
}

export const sheetSource = {
  name: "Spring fair",
  type: "google_sheets",
  config: { spreadsheetId: SPREADSHEET_ID, authMethod: "api_key", apiKey: API_KEY },
};

/** Another sheet, which is never read. */
function writableSheet() {
  return {
    name: "Autumn fair",
    type: "google_sheets",
    config: { spreadsheetId: randomUUID(), authMethod: "service_account" },
    isActive: false,
  };
}

/** SMTP settings as the form sends them, for the peer's account. */
export function mailSettings({ smtp }: Pick<Peers, "smtp">) {
  return {
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    username: SMTP_USER.name,
    password: SMTP_USER.password,
    fromEmail: "reports@winnow.example",
    recipientEmails: ["sales@acme.example", "boss@acme.example"],
  };
}

/** The mailbox as the form sends it, for the peer's account. */
function mailboxSettings({ imap }: Pick<Peers, "imap">) {
  return {
    email: MAILBOX_USER.name,
    appPassword: MAILBOX_USER.password,
    enabled: true,
    server: `imap://127.0.0.1:${imap.imapPort}`,
  };
}

/** A hosted form that asks for a name and an address. */
export const contactForm = {
  name: "Contact us",
  fields: [
    { key: "name", label: "Your name", leadField: "name", type: "line", options: [], isRequired: true },
    { key: "email", label: "Your email", leadField: "email", type: "line", options: [], isRequired: true },
    {
      key: "size",
      label: "Company size",
      leadField: null,
      type: "choice",
      options: ["1 to 9", "10 or more"],
      isRequired: false,
    },
    {
      key: "message",
      label: "How can we help?",
      leadField: "notes",
      type: "paragraph",
      options: [],
      isRequired: false,
    },
  ],
};

const MICROSOFT = { provider: "microsoft" };
const CRM = { kind: "hubspot", secret: HUBSPOT_TOKEN };
const MAIL_APP = { ...CLIENT, tenant: TENANT };

/** IDs used in calls. */
export interface Known {
  submissionId: string;
  leadId: string;
  commentId: string;
  ruleId: string;
  dataSourceId: string;
  emailSettingsId: string;
  scrapeTargetId: string;
  scrapeRunId: string;
  /** An import that waits for its start, and one that has ended. */
  importId: string;
  finishedImportId: string;
  /** A pasted message that was analyzed. */
  processedEmailId: string;
  savedViewId: string;
  tagId: string;
  leadFieldId: string;
  otherTagId: string;
  webhookEndpointId: string;
  hostedFormId: string;
  webhookDeliveryId: string;
  crmConnectionId: string;
  writeBackId: string;
  /** A sheet that isn't written to. */
  writableSourceId: string;
  /** A reread of raw input that has ended. */
  replayId: string;
  /** A waiting job and a canceled one. */
  jobId: string;
  canceledJobId: string;
  /** A possible duplicate of `leadId`, and the pair of both. */
  twinId: string;
  pairId: string;
  /** Absent where there are no accounts. */
  accounts?: KnownAccounts;
  /** An action that can be undone. */
  actId: string;
}

/** Creates one of each. */
export async function makeOneOfEach(winnow: TestWinnow, peers: Peers): Promise<Known> {
  const profile = `https://github.com/${randomUUID()}`;
  const lead = await winnow.ok("POST /api/leads", {
    body: {
      name: "Ada Lovelace",
      email: `ada.${randomUUID()}@analytical.example`,
      industry: "Mathematics",
      notes: "A demo, please",
      scrapeUrl: profile,
    },
  });
  await winnow.ok("PATCH /api/leads/{id}", { id: lead.id, body: { industry: "Computing" } });
  await winnow.ok("PUT /api/settings", { body: { companyFactsOn: true } });
  await winnow.ok("PUT /api/leads/{id}/next-step", { id: lead.id, body: { text: "Call", due: "2026-12-01" } });
  const comment = await winnow.ok("POST /api/leads/{id}/comments", { id: lead.id, body: { text: "Nice to talk to" } });
  const rule = await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
  const source = await winnow.ok("POST /api/data-sources", { body: sheetSource });
  const writable = await winnow.ok("POST /api/data-sources", { body: writableSheet() });
  const written = await winnow.ok("POST /api/data-sources", { body: writableSheet() });
  const email = await winnow.ok("POST /api/email-settings", { body: mailSettings(peers) });
  const target = await winnow.ok("POST /api/scrape-targets", { body: { name: "Acme", url: peers.website.url } });
  const { run } = await winnow.ok("POST /api/scrape-targets/{id}/scrape", { id: target.id });
  const edited = await winnow.call("PATCH /api/leads/{id}", { id: lead.id, body: { company: "Analytical Engines" } });
  const waiting = await uploadFile(winnow, "fair.csv", "Name,Email\nMary Somerville,mary@somerville.example\n");
  const finished = await uploadFile(winnow, "expo.csv", `Name,Email\nIda Rhodes,${randomUUID()}@rhodes.example\n`);
  await winnow.ok("POST /api/imports/{id}/start", { id: finished.id });
  await jobsEnded(winnow.workspace);
  await winnow.ok("POST /api/gmail/config", { body: mailboxSettings(peers) });
  await winnow.ok("PUT /api/mail-sign-ins/{provider}", { params: MICROSOFT, body: MAIL_APP });
  const content = `From: Mary Cartwright <${randomUUID()}@chaos.example>\nSubject: Thanks\n\nIt was a nice evening.`;
  const { emailId } = await winnow.ok("POST /api/process-email", { body: { content } });
  await deliver(winnow, { name: "Ada Yonath", email: `${randomUUID()}@ribosome.example` });
  const [submission] = await processed(winnow);
  const twin = await winnow.ok("POST /api/leads", {
    body: { name: "Ada King", email: `${randomUUID()}@lovelace.example`, scrapeUrl: profile },
  });
  const { possibleDuplicates } = await winnow.ok("GET /api/leads/{id}", { id: twin.id });
  // At most a hundred can be saved.
  for (const { id } of await winnow.ok("GET /api/lead-views")) await winnow.call("DELETE /api/lead-views/{id}", { id });
  const view = await winnow.ok("POST /api/lead-views", { body: { name: "Pending", query: "status=pending" } });
  for (const { id } of await winnow.ok("GET /api/tags")) await winnow.call("DELETE /api/tags/{id}", { id });
  for (const { id } of await winnow.ok("GET /api/lead-fields"))
    await winnow.call("DELETE /api/lead-fields/{id}", { id });
  const leadField = await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "number" } });
  await winnow.ok("POST /api/lead-fields", { body: { name: "Segment", kind: "choice", options: ["Retail", "Trade"] } });
  const tag = await winnow.ok("POST /api/tags", { body: { name: "Important" } });
  const otherTag = await winnow.ok("POST /api/tags", { body: { name: "Partner" } });
  await jobsEnded(winnow.workspace);
  // At most fifty can be added.
  for (const { id } of await winnow.ok("GET /api/webhook-endpoints")) {
    await winnow.call("DELETE /api/webhook-endpoints/{id}", { id });
  }
  for (const { id } of await winnow.ok("GET /api/crm-connections")) {
    await winnow.call("DELETE /api/crm-connections/{id}", { id });
  }
  for (const { id } of await winnow.ok("GET /api/write-backs")) {
    await winnow.call("DELETE /api/write-backs/{id}", { id });
  }
  const writeBack = await winnow.ok("POST /api/write-backs", { body: { sourceId: written.id, isActive: false } });
  const hook = await winnow.ok("POST /api/webhook-endpoints", {
    body: { url: `${peers.website.url}/hook`, events: ["report.sent"] },
  });
  const delivery = await winnow.ok("POST /api/webhook-endpoints/{id}/test", { id: hook.id });
  const crm = await winnow.ok("POST /api/crm-connections", { body: CRM });
  for (const { id } of await winnow.ok("GET /api/hosted-forms")) {
    await winnow.call("DELETE /api/hosted-forms/{id}", { id });
  }
  const hostedForm = await winnow.ok("POST /api/hosted-forms", { body: contactForm });
  const replay = await winnow.ok("POST /api/replays", { body: { all: true } });
  await jobsEnded(winnow.workspace);
  const { jobId, canceledJobId } = await addJobs(winnow);
  return {
    jobId,
    canceledJobId,
    submissionId: submission?.id ?? "",
    leadId: lead.id,
    commentId: comment.id,
    ruleId: rule.id,
    dataSourceId: source.id,
    emailSettingsId: email.id,
    scrapeTargetId: target.id,
    scrapeRunId: run.id,
    importId: waiting.id,
    finishedImportId: finished.id,
    processedEmailId: emailId,
    savedViewId: view.id,
    tagId: tag.id,
    leadFieldId: leadField.id,
    otherTagId: otherTag.id,
    webhookEndpointId: hook.id,
    hostedFormId: hostedForm.id,
    webhookDeliveryId: delivery.id,
    crmConnectionId: crm.id,
    writeBackId: writeBack.id,
    writableSourceId: writable.id,
    replayId: replay.id,
    twinId: twin.id,
    pairId: possibleDuplicates[0]?.pairId ?? "",
    actId: String(edited.headers["x-act-id"]),
  };
}

async function addJobs({ workspace: { jobs } }: TestWinnow): Promise<Pick<Known, "jobId" | "canceledJobId">> {
  const notBefore = new Date("2100-01-01T00:00:00.000Z");
  const [jobId, canceledJobId] = await Promise.all(
    [randomUUID(), randomUUID()].map(async (key) => {
      const { job } = await jobs.add({ kind: "housekeeping", key, title: "Housekeeping", input: {}, notBefore });
      return job.id;
    }),
  );
  if (jobId === undefined || canceledJobId === undefined) throw new Error("Two jobs were added.");
  await jobs.cancel(canceledJobId);
  return { jobId, canceledJobId };
}

/** A successful call of each endpoint, in the order of the table. */
export function examplesOf(known: Known, peers: Peers): Record<EndpointKey, CallInput> {
  const {
    leadId,
    ruleId,
    dataSourceId,
    emailSettingsId,
    scrapeTargetId,
    scrapeRunId,
    importId,
    finishedImportId,
    actId,
  } = known;
  const comment = { id: leadId, params: { commentId: known.commentId } };
  const { processedEmailId, submissionId, savedViewId, tagId, otherTagId, leadFieldId, twinId, pairId } = known;
  const { webhookEndpointId, webhookDeliveryId, crmConnectionId, hostedFormId } = known;
  const { name, ...unnamed } = sheetSource;
  const question = { id: leadId, params: { questionId: `${leadId}-phone` } };
  return {
    "GET /api/leads": { query: { limit: 10, status: "all", search: "a", sort: "-score", minScore: 0 } },
    "POST /api/leads": { body: { name: "Grace Hopper", email: "grace@navy.example", status: "approved" } },
    "POST /api/leads/batch": {
      body: {
        leads: [
          { externalId: "crm-7", name: "Joan Clarke", email: "joan@hut8.example", tags: ["Trade show"] },
          { email: "not an address" },
        ],
      },
      headers: { "idempotency-key": name },
    },
    "GET /api/leads/totals": { query: { search: "ada", minScore: 10 } },
    "GET /api/leads/field-totals": { query: { field: "segment", status: "all", search: "ada" } },
    "GET /api/leads/to-review": {},
    "GET /api/leads/{id}": { id: leadId },
    "PATCH /api/leads/{id}": { id: leadId, body: { title: "Countess", status: "approved" } },
    "DELETE /api/leads/{id}": { id: leadId },
    "PUT /api/leads/{id}/next-step": {
      id: leadId,
      body: { text: "Call back", due: "2026-12-01T14:30", timeZone: "Europe/Berlin" },
    },
    "DELETE /api/leads/{id}/next-step": { id: leadId },
    "POST /api/leads/{id}/next-step/done": { id: leadId },
    "GET /api/leads/{id}/comments": { id: leadId },
    "POST /api/leads/{id}/comments": { id: leadId, body: { text: "Call her, @Bob" } },
    "PATCH /api/leads/{id}/comments/{commentId}": { ...comment, body: { text: "Called" } },
    "DELETE /api/leads/{id}/comments/{commentId}": comment,
    "POST /api/leads/bulk-status": { body: { selection: { ids: [leadId] }, status: "rejected" } },
    "POST /api/leads/bulk-owner": { body: { selection: { ids: [leadId] }, ownerId: null } },
    "GET /api/team": {},
    "POST /api/leads/bulk-tags": { body: { selection: { ids: [leadId] }, add: ["VIP"], remove: ["Cold"] } },
    "POST /api/leads/bulk-fields": { body: { selection: { ids: [leadId] }, fields: { budget: 7 } } },
    "POST /api/leads/bulk-delete": { body: { selection: { filter: { status: "pending", search: "ada" } } } },
    "POST /api/leads/bulk-cancel": {},
    "GET /api/leads/{id}/explanation": { id: leadId },
    "GET /api/leads/{id}/provenance": { id: leadId },
    "POST /api/leads/{id}/provenance": { id: leadId, body: { field: "industry", value: "Mathematics" } },
    "GET /api/leads/{id}/follow-ups": { id: leadId },
    "PATCH /api/leads/{id}/follow-ups/{questionId}": { ...question, body: { question: "When may we call?" } },
    "POST /api/leads/{id}/follow-ups/{questionId}/send": { ...question, query: { questions: "all" } },
    "POST /api/leads/{id}/follow-ups/{questionId}/dismiss": question,
    "POST /api/leads/{id}/follow-ups/stop": { id: leadId },
    "GET /api/leads/{id}/suppression": { id: leadId },
    "POST /api/leads/{id}/suppression/lift": { id: leadId, body: { reason: "They called and asked for an offer" } },
    "POST /api/leads/{id}/merge": { id: leadId, body: { otherId: twinId, take: { email: "other" } } },
    "POST /api/leads/{id}/merge-preview": { id: leadId, body: { otherId: twinId } },
    "GET /api/companies/{key}": { params: { key: "@analytical.example" } },
    "POST /api/companies/{key}/read": { params: { key: "@analytical.example" } },
    "GET /api/duplicates": { query: { limit: 10 } },
    "POST /api/duplicates/{id}/dismiss": { id: pairId },
    "GET /api/dashboard/stats": {},
    "GET /api/dashboard/pipeline": {},
    "GET /api/dashboard/activity": { query: { limit: 10 } },
    "GET /api/dashboard/status": {},
    "GET /api/dashboard/leads-over-time": { query: { days: 30, timeZone: "Pacific/Auckland" } },
    "GET /api/dashboard/score-distribution": {},
    "GET /api/dashboard/funnel": {},
    "GET /api/dashboard/rule-contributions": {},
    "POST /api/sync-leads": {},
    "POST /api/sync-leads/cancel": {},
    "POST /api/send-report": {},
    "GET /api/send-report/preview": {},
    "POST /api/send-report/test": { body: { to: "me@acme.example" } },
    "GET /api/rules": {},
    "POST /api/rules": { body: { name, keywords: ["fair", "expo"] } },
    "PATCH /api/rules/{id}": { id: ruleId, body: { isActive: false } },
    "DELETE /api/rules/{id}": { id: ruleId },
    "PUT /api/rules": {
      body: { rules: [{ name, keywords: ["fair"], mode: "prefix", counting: "once" }], threshold: 25 },
    },
    "GET /api/rules/file": {},
    "POST /api/rules/import": { body: { file: { winnowRules: 1, rules: [{ name, keywords: ["expo"] }] } } },
    "GET /api/rules/checks": {},
    "GET /api/rules/fact-names": {},
    "POST /api/what-if": { body: { rules: [{ name, keywords: ["fair"], scoreWeight: 30 }], threshold: 20 } },
    "GET /api/learning": {},
    "POST /api/learning/dismissals": { body: { suggestion: "keyword:pallets:up" } },
    "GET /api/data-sources": {},
    "POST /api/data-sources": { body: sheetSource },
    "PATCH /api/data-sources/{id}": { id: dataSourceId, body: { isActive: false } },
    "DELETE /api/data-sources/{id}": { id: dataSourceId },
    "POST /api/data-sources/test": { body: unnamed },
    "GET /api/email-settings": {},
    "POST /api/email-settings": { body: mailSettings(peers) },
    "PATCH /api/email-settings/{id}": { id: emailSettingsId, body: { reportFrequency: "weekly" } },
    "POST /api/email-settings/test": { body: mailSettings(peers) },
    "GET /api/scraper/figures": {},
    "GET /api/scrape-targets": {},
    "POST /api/scrape-targets": { body: { name, url: "acme.example/team", type: "directory" } },
    "PATCH /api/scrape-targets/{id}": { id: scrapeTargetId, body: { scrapeFrequency: "weekly", maxPages: 5 } },
    "DELETE /api/scrape-targets/{id}": { id: scrapeTargetId },
    "POST /api/scrape-targets/{id}/scrape": { id: scrapeTargetId },
    "POST /api/scrape-targets/{id}/cancel": { id: scrapeTargetId },
    "GET /api/scrape-targets/{id}/runs": { id: scrapeTargetId },
    "GET /api/scrape-runs/{id}": { id: scrapeRunId },
    "POST /api/process-email": { body: { content: "Hello, what would 200 licences cost? Joan Clarke" } },
    "GET /api/gmail/config": {},
    "POST /api/gmail/config": { body: mailboxSettings(peers) },
    "PUT /api/gmail/rules": { body: { inclusionKeywords: ["tender"], exclusionKeywords: [], minimumConfidence: 60 } },
    "POST /api/gmail/test": { body: mailboxSettings(peers) },
    "POST /api/gmail/sync": {},
    "POST /api/gmail/sync/cancel": {},
    "GET /api/gmail/emails": { query: { limit: 10 } },
    "GET /api/gmail/emails/{id}/message": { id: processedEmailId },
    "PATCH /api/gmail/emails/{id}": { id: processedEmailId, body: { correction: "not_lead" } },
    "GET /api/gmail/learning": {},
    "GET /api/mail-sign-ins": {},
    "PUT /api/mail-sign-ins/{provider}": { params: MICROSOFT, body: MAIL_APP },
    "DELETE /api/mail-sign-ins/{provider}": { params: MICROSOFT },
    "POST /api/mail-sign-ins/{provider}/connect": { params: MICROSOFT, body: { from: "gmail" } },
    "GET /api/form-hook": {},
    "PATCH /api/form-hook": { body: { typeformSecret: "typeform-secret-of-the-test" } },
    "POST /api/form-hook/regenerate": {},
    "GET /api/hosted-forms": {},
    "POST /api/hosted-forms": { body: contactForm },
    "PATCH /api/hosted-forms/{id}": { id: hostedFormId, body: { buttonLabel: "Ask us" } },
    "DELETE /api/hosted-forms/{id}": { id: hostedFormId },
    "GET /api/form-submissions": { query: { limit: 10 } },
    "GET /api/form-submissions/{id}": { id: submissionId },
    "GET /api/imports": {},
    "GET /api/imports/{id}": { id: importId },
    "PATCH /api/imports/{id}": { id: importId, body: { targets: ["name", "email"], policy: "overwrite" } },
    "DELETE /api/imports/{id}": { id: importId },
    "POST /api/imports/{id}/start": { id: importId },
    "POST /api/imports/{id}/cancel": { id: finishedImportId },
    "POST /api/imports/{id}/undo": { id: finishedImportId },
    "POST /api/replays": { body: { source: "website" } },
    "GET /api/replays/latest": {},
    "GET /api/backups": {},
    "GET /api/webhook-endpoints": {},
    "POST /api/webhook-endpoints": { body: { url: `${peers.website.url}/hook`, events: ["report.sent"] } },
    "PATCH /api/webhook-endpoints/{id}": { id: webhookEndpointId, body: { description: "CRM" } },
    "DELETE /api/webhook-endpoints/{id}": { id: webhookEndpointId },
    "POST /api/webhook-endpoints/{id}/test": { id: webhookEndpointId },
    "POST /api/webhook-endpoints/{id}/rotate-secret": { id: webhookEndpointId },
    "GET /api/webhook-endpoints/{id}/deliveries": { id: webhookEndpointId },
    "POST /api/webhook-endpoints/{id}/deliveries/{deliveryId}/replay": {
      id: webhookEndpointId,
      params: { deliveryId: webhookDeliveryId },
    },
    "GET /api/crm-connections": {},
    "POST /api/crm-connections": { body: CRM },
    "POST /api/crm-connections/test": { body: CRM },
    "PATCH /api/crm-connections/{id}": {
      id: crmConnectionId,
      body: { sendOn: "qualified", mapping: { name: "company" } },
    },
    "DELETE /api/crm-connections/{id}": { id: crmConnectionId },
    "GET /api/crm-connections/{id}/fields": { id: crmConnectionId },
    "GET /api/crm-connections/{id}/preview": { id: crmConnectionId },
    "POST /api/leads/{id}/crm/{connectionId}": { id: leadId, params: { connectionId: crmConnectionId } },
    "GET /api/write-backs": {},
    "POST /api/write-backs": {
      body: { sourceId: known.writableSourceId, columns: ["score", "status"], isActive: false },
    },
    "PATCH /api/write-backs/{id}": { id: known.writeBackId, body: { columns: ["score"] } },
    "DELETE /api/write-backs/{id}": { id: known.writeBackId },
    "GET /api/jobs": { query: { state: "waiting", kind: "housekeeping", limit: 10 } },
    "GET /api/jobs/{id}": { id: known.jobId },
    "POST /api/jobs/{id}/cancel": { id: known.jobId },
    "POST /api/jobs/{id}/retry": { id: known.canceledJobId },
    "POST /api/jobs/{id}/drop": { id: known.canceledJobId },
    "GET /api/schedules": {},
    "POST /api/schedules/{id}/run": { id: "housekeeping" },
    "GET /api/replays/{id}/changes": { id: known.replayId },
    "POST /api/replays/{id}/apply": { id: known.replayId, body: {} },
    "POST /api/replays/{id}/cancel": { id: known.replayId },
    ...accountExamples(known.accounts ?? NO_ACCOUNTS),
    "GET /api/people/{email}/data": { params: { email: PERSON } },
    "DELETE /api/people/{email}": { params: { email: PERSON } },
    "POST /api/people/{email}/readmit": { params: { email: PERSON } },
    "GET /api/settings": {},
    "PUT /api/settings": { body: { autoSync: false } },
    "GET /api/lead-fields": {},
    "POST /api/lead-fields": { body: { name: "Region", kind: "choice", options: ["North", "South"] } },
    "PATCH /api/lead-fields/{id}": { id: leadFieldId, body: { name: "Annual budget" } },
    "GET /api/lead-fields/{id}/promotion": { id: leadFieldId, query: { detail: "Size" } },
    "POST /api/lead-fields/{id}/promotion": { id: leadFieldId, body: { detail: "Size" } },
    "GET /api/lead-fields/{id}/conversion": { id: leadFieldId, query: { kind: "choice", options: "Small;Large" } },
    "POST /api/lead-fields/{id}/conversion": { id: leadFieldId, body: { kind: "text" } },
    "POST /api/lead-fields/{id}/demotion": { id: leadFieldId },
    "DELETE /api/lead-fields/{id}": { id: leadFieldId },
    "GET /api/tags": {},
    "POST /api/tags": { body: { name: "Trade show", color: "teal" } },
    "PATCH /api/tags/{id}": { id: tagId, body: { name: "Very important", color: "pink" } },
    "POST /api/tags/{id}/merge": { id: tagId, body: { into: otherTagId } },
    "DELETE /api/tags/{id}": { id: tagId },
    "GET /api/lead-views": {},
    "POST /api/lead-views": { body: { name: "Hot and new", query: "minScore=60&sort=-score" } },
    "PATCH /api/lead-views/{id}": { id: savedViewId, body: { name: "Hot" } },
    "DELETE /api/lead-views/{id}": { id: savedViewId },
    "GET /api/notifications": {},
    "POST /api/notifications/read": { body: { ids: ["leads_to_review:1:1"] } },
    "POST /api/chat": { body: { message: "How many leads qualified this week?" } },
    "GET /api/support": {},
    "POST /api/support-requests": {
      body: { name: "Ada Lovelace", email: "ada@analytical.example", message: "How do I add a second sheet?" },
    },
    "GET /api/sample-leads": {},
    "POST /api/sample-leads": {},
    "DELETE /api/sample-leads": {},
    "GET /api/journal": { query: { limit: 2 } },
    "POST /api/journal/{id}/undo": { id: actId },
  };
}

/** Every stored thing that the API shows. */
export async function everything(winnow: TestWinnow): Promise<unknown> {
  return {
    leads: await winnow.ok("GET /api/leads"),
    rules: await winnow.ok("GET /api/rules"),
    dataSources: await winnow.ok("GET /api/data-sources"),
    emailSettings: await winnow.ok("GET /api/email-settings"),
    formHook: await winnow.ok("GET /api/form-hook"),
    submissions: await winnow.ok("GET /api/form-submissions"),
    imports: await winnow.ok("GET /api/imports"),
    scrapeTargets: await winnow.ok("GET /api/scrape-targets"),
    mailbox: await winnow.ok("GET /api/gmail/config"),
    emails: await winnow.ok("GET /api/gmail/emails"),
    learning: await winnow.ok("GET /api/gmail/learning"),
    settings: await winnow.ok("GET /api/settings"),
    activity: await winnow.ok("GET /api/dashboard/activity"),
    stats: await winnow.ok("GET /api/dashboard/stats"),
  };
}
