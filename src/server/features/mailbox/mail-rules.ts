import type { AutomationRules, AutomationRulesUpdate, StoredAutomationRules } from "#shared/contract/mailbox.ts";
import { versionOf } from "#server/features/journal/act.ts";
import { learnedModel } from "#server/features/mailbox/learned-model.ts";
import { changeSettings } from "#server/features/settings/change-settings.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { TextModel } from "#server/pipeline/mail/model/text-model.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { Workspace } from "#server/workspace.ts";

/** What messages are classified by: the team's rules, and the model with its corrections. */
export interface MailClassifier {
  rules: AutomationRules;
  model: TextModel;
}

/** Saves the rules for mailboxes and pasted messages. Throws stale. */
export async function saveMailRules(
  workspace: Workspace,
  rules: AutomationRulesUpdate,
): Promise<Acted<StoredAutomationRules>> {
  const { actId } = await changeSettings(workspace, rules);
  return { done: await storedMailRules(workspace), actId };
}

/** The current rules with their version. */
export async function storedMailRules(workspace: Pick<Workspace, "store">): Promise<StoredAutomationRules> {
  const settings = await readSettings(workspace);
  const { inclusionKeywords, exclusionKeywords, minimumConfidence } = settings;
  return { inclusionKeywords, exclusionKeywords, minimumConfidence, version: versionOf("settings", settings) };
}

/** The current rules. */
export async function readMailRules(workspace: Pick<Workspace, "store">): Promise<AutomationRules> {
  const { inclusionKeywords, exclusionKeywords, minimumConfidence } = await readSettings(workspace);
  return { inclusionKeywords, exclusionKeywords, minimumConfidence };
}

/** What messages are currently classified by. */
export async function readMailClassifier(workspace: Pick<Workspace, "store">): Promise<MailClassifier> {
  const [rules, { model }] = await Promise.all([readMailRules(workspace), learnedModel(workspace)]);
  return { rules, model };
}
