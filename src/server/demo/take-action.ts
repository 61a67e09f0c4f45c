import type { NewNextStep } from "#shared/contract/leads/next-step.ts";
import type { FieldValuesPatch } from "#shared/contract/leads/lead-field.ts";
import type { DemoData } from "#server/demo/demo-data.ts";
import { acting } from "#server/platform/acting.ts";
import { addComment } from "#server/features/comments/comments.ts";
import { mergeLeads } from "#server/features/duplicates/merge-leads.ts";
import { askNow } from "#server/features/follow-ups/ask-now.ts";
import { followUpsOf } from "#server/features/follow-ups/follow-ups.ts";
import { setNextStep } from "#server/features/next-steps/next-steps.ts";
import { editLead } from "#server/features/leads/edit-lead.ts";
import { correctEmail } from "#server/features/mailbox/correct-email.ts";
import type { Workspace } from "#server/workspace.ts";

const EMAILS_LOOKED_AT = 200;

/** Performs an action of a team member. Throws if the lead or message doesn't exist, or the action isn't possible. */
export async function takeAction(
  workspace: Workspace,
  { action, about, other }: DemoData["actions"][number],
): Promise<void> {
  switch (action) {
    case "approved":
    case "rejected":
      await editLead(workspace, await leadOf(workspace, about), { status: action });
      return;
    case "next_step":
      await setNextStep(workspace, await leadOf(workspace, about), stepOf(other, workspace.clock()));
      return;
    case "comment":
      await addComment(workspace, { userId: acting().userId }, await leadOf(workspace, about), other);
      return;
    case "ask":
      return ask(workspace, await leadOf(workspace, about));
    case "merge":
      await mergeLeads(workspace, await leadOf(workspace, about), { otherId: await leadOf(workspace, other) });
      return;
    case "lead":
    case "not_lead":
      await correctEmail(workspace, await emailOf(workspace, about), action);
  }
}

/** Sets the values of custom fields that a team member learned. Throws if the lead doesn't exist or a value doesn't fit. */
export async function setLearned(
  workspace: Workspace,
  { about, segment, budget, contract_ends: end }: DemoData["fields"][number],
): Promise<void> {
  const fields: FieldValuesPatch = { segment };
  if (budget !== undefined) fields["budget"] = budget;
  if (end !== undefined) fields["contract_ends"] = dayAfter(workspace.clock(), Number(end));
  await editLead(workspace, await leadOf(workspace, about), { fields });
}

/** "+3 Call back" is due three days after `now`. */
function stepOf(text: string, now: Date): NewNextStep {
  const [, days, what] = /^\+(\d+) (.+)$/u.exec(text) ?? [];
  if (what === undefined) throw new Error(`The demo data has “${text}” where a next step is expected.`);
  return { text: what, due: dayAfter(now, Number(days)) };
}

function dayAfter(now: Date, days: number): string {
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days));
  return day.toISOString().slice(0, "2026-01-31".length);
}

async function ask(workspace: Workspace, leadId: string): Promise<void> {
  const question = (await followUpsOf(workspace, leadId)).find(({ obstacle }) => obstacle === "");
  if (question === undefined) throw new Error(`There's nothing to ask lead ${leadId}.`);
  await askNow(workspace, leadId, question.id, { withOthers: true });
}

async function leadOf({ store }: Workspace, email: string): Promise<string> {
  const query = { emailKeys: [email], phoneKeys: [], source: { id: null, rowKeys: [] } };
  const [lead] = (await store.leads.known(query)).leads;
  if (lead === undefined) throw new Error(`The demo has no lead ${email}.`);
  return lead.id;
}

async function emailOf({ store }: Workspace, subject: string): Promise<string> {
  const email = (await store.mailbox.emails(EMAILS_LOOKED_AT)).find((one) => one.subject === subject);
  if (email === undefined) throw new Error(`The demo has no email “${subject}”.`);
  return email.id;
}
