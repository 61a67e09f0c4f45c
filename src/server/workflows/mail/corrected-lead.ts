import type { StoredLead } from "#shared/lead-record.ts";
import type { SourceRef } from "#shared/raw-lead.ts";
import { emailLead } from "#server/email-analysis/email-lead.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict } from "#server/platform/errors.ts";
import type { KeptAnalysis } from "#shared/kept-analysis.ts";
import type { ProcessedEmailRecord } from "#server/store/mailbox-types.ts";
import { GMAIL, PASTED, PASTED_SOURCE } from "#server/workflows/mail/mailbox-account.ts";
import { takeIn } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

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
    by: acting().by,
    at: clock().toISOString(),
    leadId,
  });
  return { leadId, actId };
}

/**
 * Takes back the lead that a correction made of a message, as if it had never been: the same person may write again.
 * Answers the act that brings it back; null, and the lead stays, when anybody or anything else has touched it since.
 */
export async function withdrawCorrectedLead(
  { store, clock, feed }: Workspace,
  leadId: string,
  { messageKey, date }: ProcessedEmailRecord,
  kept: KeptAnalysis,
): Promise<string | null> {
  const { rowKey } = emailLead({ messageKey, date, kept });
  const isAsMade = ({ statusSetBy, provenance }: StoredLead): boolean =>
    statusSetBy === "rule" && Object.values(provenance).every((origin) => origin.rowKey === rowKey);
  const removed = await store.leads.withdraw(leadId, rowKey, isAsMade, {
    kind: "deleted",
    type: "other",
    title: `${kept.name || kept.email || "Lead"} is no lead after all`,
    description: kept.subject,
    by: acting().by,
    at: clock().toISOString(),
    leadId,
  });
  if (removed !== null) feed.changed(["leads", "activity"], [leadId]);
  return removed?.actId ?? null;
}

async function sourceOf({ store }: Workspace, { mailbox }: ProcessedEmailRecord): Promise<SourceRef> {
  if (mailbox === PASTED) return PASTED_SOURCE;
  if (mailbox === GMAIL) return { kind: "email", id: null, name: (await store.mailbox.read())?.email ?? "" };
  const id = mailbox.slice(mailbox.indexOf(":") + 1);
  const source = await store.dataSources.get(id);
  return { kind: "email", id: source === null ? null : id, name: source?.config.email ?? "" };
}
