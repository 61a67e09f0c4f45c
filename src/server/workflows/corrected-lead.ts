import type { SourceRef } from "#shared/raw-lead.ts";
import { emailLead } from "#server/email-analysis/email-lead.ts";
import { conflict } from "#server/platform/errors.ts";
import type { KeptAnalysis } from "#shared/kept-analysis.ts";
import type { ProcessedEmailRecord } from "#server/store/mailbox-types.ts";
import { GMAIL, PASTED, PASTED_SOURCE } from "#server/workflows/mailbox-account.ts";
import { takeIn } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import { OWNER, type Workspace } from "#server/workflows/workspace.ts";

/** A lead that a correction brought about. */
export interface CorrectedLead {
  leadId: string;
  /** The line on its timeline that says so; null when the lead was known before. */
  actId: string | null;
}

/** Takes in the lead that the analysis of a stored message missed. Throws lead_left_out. */
export async function takeCorrectedLead(
  workspace: Workspace,
  email: ProcessedEmailRecord,
  kept: KeptAnalysis,
): Promise<CorrectedLead> {
  const { store, clock, feed } = workspace;
  const { messageKey, date } = email;
  const source = await sourceOf(workspace, email);
  const raw = emailLead({ messageKey, date, kept });
  const { decision, createdIds } = await withJudgement(workspace, (judgement) =>
    takeIn(workspace, source, [raw], judgement),
  );
  const [created] = createdIds;
  const leadId = created ?? decision.rows[0]?.leadId ?? null;
  if (leadId === null) {
    const reason = decision.outcomes[0]?.reason ?? "nobody is named in it";
    throw conflict("lead_left_out", `No lead can be made of this message: ${reason}.`);
  }
  feed.changed(["leads"], [leadId]);
  if (created === undefined) return { leadId, actId: null };
  const actId = await store.journal.add({
    kind: "other",
    type: "other",
    title: "Said to be a lead",
    description: email.subject,
    by: OWNER,
    at: clock().toISOString(),
    leadId,
  });
  return { leadId, actId };
}

/** Whether a lead is still what this message made of it: nobody has decided on it, and nothing else has filled its fields. */
export async function isAsMade(
  { store }: Workspace,
  leadId: string,
  email: ProcessedEmailRecord,
  kept: KeptAnalysis,
): Promise<boolean> {
  const lead = await store.leads.get(leadId);
  if (lead === null || lead.statusSetBy !== "rule") return false;
  const { rowKey } = emailLead({ messageKey: email.messageKey, date: email.date, kept });
  return Object.values(lead.provenance).every((origin) => origin.rowKey === rowKey);
}

async function sourceOf({ store }: Workspace, { mailbox }: ProcessedEmailRecord): Promise<SourceRef> {
  if (mailbox === PASTED) return PASTED_SOURCE;
  if (mailbox === GMAIL) return { kind: "email", id: null, name: (await store.mailbox.read())?.email ?? "" };
  const id = mailbox.slice(mailbox.indexOf(":") + 1);
  const source = await store.dataSources.get(id);
  return { kind: "email", id: source === null ? null : id, name: source?.config.email ?? "" };
}
