import type { DemoServices } from "#server/demo/demo-services.ts";
import { SAMPLE_RULES } from "#server/demo/sample-rules.ts";
import { createRule } from "#server/workflows/change-rule.ts";
import { createDataSource } from "#server/workflows/data-sources.ts";
import { createEmailSettings } from "#server/workflows/email-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What the team did on its first day: rules, its Google Sheet, outgoing mail. */
export async function setUpTeam(workspace: Workspace, { sheet, mail }: DemoServices): Promise<void> {
  for (const rule of SAMPLE_RULES) await createRule(workspace, rule);
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
}
