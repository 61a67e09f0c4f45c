import type { StoredLead } from "#shared/lead-record.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { emailLead } from "#server/pipeline/mail/email-lead.ts";
import { acting } from "#server/platform/acting.ts";
import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import { personErased } from "#server/db/engine/lead-conflict.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import { originOf } from "#server/features/mailbox/email-origin.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";
import { actionEntry } from "#server/features/journal/act.ts";

/** The lead of a message after a correction. */
export interface CorrectedLead {
  leadId: string;
  /** The history entry of its creation; null if the lead was known before. */
  actId: string | null;
}

/** Adds the lead of a stored message that a person marked as a lead. Throws person_erased. */
export async function takeCorrectedLead(
  workspace: Workspace,
  email: ProcessedEmailRecord,
  analysis: StoredAnalysis,
): Promise<CorrectedLead> {
  const { store, feed } = workspace;
  const { messageKey, date } = email;
  const source = await originOf(workspace, email);
  const raw = emailLead({ messageKey, date, analysis });
  const { decision, createdIds } = await withScoring(workspace, (scoring) =>
    takeIn(workspace, source, [raw], scoring, { restoresDeleted: true }),
  );
  const [created] = createdIds;
  const leadId = created ?? decision.rows[0]?.leadId ?? null;
  if (leadId === null) {
    // Only an erasure can block a lead that a person adds.
    throw personErased();
  }
  feed.changed(["leads"], [leadId]);
  if (created === undefined) return { leadId, actId: null };
  const entry = { kind: "other", title: "Marked as a lead", description: email.subject, leadId } as const;
  const actId = await store.journal.add(actionEntry(workspace, entry));
  return { leadId, actId };
}

/**
 * Removes the lead that a correction created as if it had never existed: the same person may write again. Returns the
 * action that restores it; null, and the lead stays, if it has been changed since.
 */
export async function withdrawCorrectedLead(
  { store, clock, feed }: Workspace,
  leadId: string,
  { messageKey, date }: ProcessedEmailRecord,
  analysis: StoredAnalysis,
): Promise<string | null> {
  const { rowKey } = emailLead({ messageKey, date, analysis });
  const isAsMade = ({ statusSetBy, provenance }: StoredLead): boolean =>
    statusSetBy === "rule" && Object.values(provenance).every((origin) => origin.rowKey === rowKey);
  const removed = await store.leads.withdraw(leadId, rowKey, isAsMade, {
    kind: "deleted",
    title: `${leadTitle(analysis)} removed: not a lead after all`,
    description: analysis.subject,
    by: acting().by,
    at: clock().toISOString(),
    leadId,
  });
  if (removed !== null) feed.changed(["leads", "activity"], [leadId]);
  return removed?.actId ?? null;
}
