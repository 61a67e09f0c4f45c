import type { AutomationRules } from "#shared/contract/mailbox.ts";
import { learnedModel } from "#server/workflows/mail/learned-model.ts";
import { changeSettings } from "#server/workflows/settings/change-settings.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { TextModel } from "#server/email-analysis/model/text-model.ts";
import type { Acted } from "#server/store/act.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What messages are judged by: people's rules, and the model with what their corrections taught it. */
export interface MailJudgement {
  rules: AutomationRules;
  model: TextModel;
}

/** Saves the rules that mailboxes and pasted messages are judged by from now on. */
export async function saveMailRules(workspace: Workspace, rules: AutomationRules): Promise<Acted<AutomationRules>> {
  const { actId } = await changeSettings(workspace, rules);
  workspace.feed.changed(["mailbox"]);
  return { done: rules, actId };
}

/** The rules in force. */
export async function readMailRules(workspace: Pick<Workspace, "store">): Promise<AutomationRules> {
  const { inclusionKeywords, exclusionKeywords, minimumConfidence } = await readSettings(workspace);
  return { inclusionKeywords, exclusionKeywords, minimumConfidence };
}

/** What messages are judged by now. */
export async function readMailJudgement(workspace: Pick<Workspace, "store">): Promise<MailJudgement> {
  const [rules, { model }] = await Promise.all([readMailRules(workspace), learnedModel(workspace)]);
  return { rules, model };
}
