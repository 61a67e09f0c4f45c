import { randomBytes } from "node:crypto";
import { NewScrapeTarget } from "#shared/contract/scrape-target.ts";
import type { DemoServices } from "#server/demo/demo-services.ts";
import { SAMPLE_MAIL_RULES, SAMPLE_RULES } from "#server/demo/sample-rules.ts";
import { SITES } from "#server/demo/sample-sites.ts";
import { createRule } from "#server/workflows/rules/change-rule.ts";
import { createDataSource } from "#server/workflows/data-sources/data-sources.ts";
import { createEmailSettings } from "#server/workflows/reports/email-settings.ts";
import { updateFormHook } from "#server/workflows/forms/form-hook.ts";
import { saveMailRules } from "#server/workflows/mail/mail-rules.ts";
import { createScrapeTarget } from "#server/workflows/websites/scrape-targets.ts";
import { changeSettings } from "#server/workflows/settings/change-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What the team did on its first day: rules, its Google Sheet, outgoing mail, the websites it reads, its forms. */
export async function setUpTeam(workspace: Workspace, { sheet, mail, websites }: DemoServices): Promise<void> {
  // The half year that the sample tells of is to stay.
  await changeSettings(workspace, { retentionDays: 365 });
  for (const rule of SAMPLE_RULES) await createRule(workspace, rule);
  await saveMailRules(workspace, SAMPLE_MAIL_RULES);
  const { spreadsheetId, serviceAccount } = sheet;
  await createDataSource(workspace, {
    name: "Sales contacts",
    type: "google_sheets",
    config: { spreadsheetId, authMethod: "service_account", serviceAccount },
    isActive: true,
  });
  await createEmailSettings(workspace, {
    smtpHost: mail.host,
    smtpPort: mail.port,
    username: mail.username,
    password: mail.password,
    fromEmail: "winnow@planwell.example",
    recipientEmails: ["sales@planwell.example", "hannah@planwell.example"],
    reportFrequency: "weekly",
    isActive: true,
  });
  for (const { name, title, path, target } of SITES) {
    await createScrapeTarget(workspace, {
      ...NewScrapeTarget.parse({ name: title, url: `${websites[name].url}/${path}` }),
      ...target,
    });
  }
  await updateFormHook(workspace, { typeformSecret: randomBytes(16).toString("hex") });
}
