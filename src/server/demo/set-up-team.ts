import { randomBytes } from "node:crypto";
import { NewScrapeTarget } from "#shared/contract/scrape-target.ts";
import type { DemoData } from "#server/demo/demo-data.ts";
import type { DemoServices } from "#server/demo/demo-services.ts";
import { createDataSource } from "#server/features/data-sources/data-sources.ts";
import { updateFormHook } from "#server/features/forms/form-hook.ts";
import { saveView } from "#server/features/saved-views/saved-views.ts";
import { saveMailbox } from "#server/features/mailbox/mailbox.ts";
import { saveMailRules } from "#server/features/mailbox/mail-rules.ts";
import { createEmailSettings } from "#server/features/reports/email-settings.ts";
import { importRules } from "#server/features/rules/rule-file.ts";
import { changeSettings } from "#server/features/settings/change-settings.ts";
import { createScrapeTarget } from "#server/features/websites/scrape-targets.ts";
import type { Workspace } from "#server/workspace.ts";

/** The team's setup on its first day: rules, its Google Sheet, its mail, the websites it reads and its forms. */
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
  const user = { mayManage: true, userId: null };
  await saveView(workspace, user, { name: "Hot, no phone yet", query: "status=qualified&missing=phone&sort=-score" });
  await saveView(workspace, user, { name: "From our forms", query: "source=form" });
}
