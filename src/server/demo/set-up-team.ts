import { randomBytes } from "node:crypto";
import type { NewAssignmentRule } from "#shared/contract/assignment.ts";
import { NewScrapeTarget } from "#shared/contract/scrape-target.ts";
import type { DemoData } from "#server/demo/demo-data.ts";
import { type DemoServices, PEOPLE, usernameOf } from "#server/demo/demo-services.ts";
import { addByCommand } from "#server/features/accounts/by-command.ts";
import { createDataSource } from "#server/features/data-sources/data-sources.ts";
import { updateFormHook } from "#server/features/forms/form-hook.ts";
import { addLeadField } from "#server/features/lead-fields/lead-fields.ts";
import { addAssignmentRule } from "#server/features/leads/assignment-rules.ts";
import { saveView } from "#server/features/saved-views/saved-views.ts";
import { saveMailbox } from "#server/features/mailbox/mailbox.ts";
import { saveMailRules } from "#server/features/mailbox/mail-rules.ts";
import { changeDigest } from "#server/features/digests/digest-settings.ts";
import { createEmailSettings } from "#server/features/reports/email-settings.ts";
import { importRules } from "#server/features/rules/rule-file.ts";
import { changeSettings } from "#server/features/settings/change-settings.ts";
import { createScrapeTarget } from "#server/features/websites/scrape-targets.ts";
import type { Workspace } from "#server/workspace.ts";

/** Creates the team's accounts. */
export async function addPeople(workspace: Workspace, { password }: DemoServices): Promise<void> {
  for (const [at, name] of PEOPLE.entries()) {
    const account = { username: usernameOf(name), role: at === 0 ? "owner" : "member", password } as const;
    await addByCommand(workspace, account, { by: "npm run demo", first: at === 0 });
  }
}

/**
 * The team's setup on its first day: rules, its Google Sheet, its mail, the websites it reads, its forms,
 * its custom fields and who gets which leads.
 */
export async function setUpTeam(
  workspace: Workspace,
  { sheet, smtp, mailbox, websites }: DemoServices,
  { rules }: DemoData,
): Promise<void> {
  await importRules(workspace, { file: rules, replace: false });
  const { spreadsheetId, serviceAccount } = sheet;
  await createDataSource(workspace, {
    name: "Sales contacts",
    type: "google_sheets",
    config: { spreadsheetId, authMethod: "service_account", serviceAccount },
    isActive: true,
  });
  await saveMailbox(workspace, {
    email: mailbox.email,
    signIn: "password",
    appPassword: mailbox.password,
    server: mailbox.server,
    labels: "INBOX",
    enabled: true,
    autoSync: true,
    syncInterval: 15,
  });
  await saveMailRules(workspace, {
    inclusionKeywords: ["route planning", "delivery planner", "Tourenplanung", "planification de tournées"],
    exclusionKeywords: ["unsubscribe"],
    minimumConfidence: 70,
  });
  await createEmailSettings(workspace, {
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    signIn: "password",
    username: smtp.email,
    password: smtp.password,
    fromEmail: "sales@planwell.example",
    recipientEmails: ["hannah@planwell.example", "diego@planwell.example"],
    reportFrequency: "weekly",
    isActive: true,
  });
  const sites = [
    { name: "Marketgate Traders' Guild", url: `${websites.traders.url}/members/` },
    { name: "Last Mile Expo exhibitors", url: `${websites.expo.url}/`, type: "directory", maxDepth: 1 },
  ];
  for (const site of sites) {
    await createScrapeTarget(workspace, NewScrapeTarget.parse({ scrapeFrequency: "daily", ...site }));
  }
  await updateFormHook(workspace, { typeformSecret: randomBytes(16).toString("hex") });
  await changeSettings(workspace, { followUpSignature: "Hannah from Planwell", followUpDays: 14 });
  await addLeadField(workspace, {
    name: "Segment",
    kind: "choice",
    options: ["Food", "Wholesale", "Retail", "Pharmacy", "Courier"],
  });
  await addLeadField(workspace, { name: "Budget", kind: "number", options: [] });
  await addLeadField(workspace, { name: "Contract ends", kind: "date", options: [] });
  await setUpPeople(workspace);
  const user = { mayManage: true, userId: null };
  await saveView(workspace, user, { name: "Hot, no phone yet", query: "status=qualified&missing=phone&sort=-score" });
  await saveView(workspace, user, { name: "From our forms", query: "source=form" });
  await saveView(workspace, user, { name: "By segment", query: "sort=-score&layout=board&by=segment" });
}

/** Who gets which leads, and a daily digest for the owner. */
async function setUpPeople(workspace: Workspace): Promise<void> {
  const accounts = await workspace.store.accounts.list();
  const [hannah, diego, priya] = PEOPLE.map((name) => accounts.find(({ username }) => username === usernameOf(name)));
  if (hannah === undefined || diego === undefined || priya === undefined) throw new Error("The demo has no accounts.");
  const rules: Omit<NewAssignmentRule, "isActive">[] = [
    {
      name: "Large budgets",
      conditions: { customFields: [{ field: "field:budget", anyOf: ["at least 20000"] }] },
      strategy: "person",
      people: [{ accountId: hannah.id, weight: 1 }],
    },
    {
      name: "German-speaking customers",
      conditions: { country: "DE" },
      strategy: "person",
      people: [{ accountId: priya.id, weight: 1 }],
    },
    {
      name: "Everyone in turn",
      conditions: { minScore: 15 },
      strategy: "round_robin",
      people: [hannah, diego, priya].map(({ id }) => ({ accountId: id, weight: 1 })),
    },
  ];
  for (const rule of rules) await addAssignmentRule(workspace, { ...rule, isActive: true });
  await changeDigest(workspace, hannah, { isOn: true, hour: 7 });
}
