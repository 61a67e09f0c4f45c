import type { EmailCorrection } from "#shared/contract/mailbox.ts";
import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError, conflict, existing } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import type { LongUndo } from "#server/db/journal/undo-kind.ts";
import { editLead } from "#server/features/leads/edit-lead.ts";
import { emailVerdict } from "#server/features/mailbox/email-verdict.ts";
import { takeCorrectedLead, withdrawCorrectedLead } from "#server/features/mailbox/corrected-lead.ts";
import { readMailClassifier } from "#server/features/mailbox/mail-rules.ts";
import { actionEntry, type ActionEntry } from "#server/features/journal/act.ts";
import { undoShortAction } from "#server/features/leads/undo-short-action.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** An unreadable message still becomes a lead if a person marks it as one: they fill in the rest. */
const NOTHING_READ: StoredAnalysis = {
  name: "",
  company: "",
  title: "",
  phone: "",
  email: "",
  subject: "",
  text: "",
  evidence: [],
};

/** The effect of a correction on leads: the message's lead, and the action that undoes it. */
type Deed = Pick<ProcessedEmailRecord, "leadId" | "correctionActId">;

/**
 * Stores a person's decision on a message and applies it: a message marked as a lead becomes one, even if information
 * is missing; the lead of one marked as not a lead is rejected; null undoes the last correction, unless the lead has
 * changed since. Similar messages are then classified accordingly. Throws not_found, or a conflict if the message is no
 * longer stored.
 */
export async function correctEmail(
  workspace: Workspace,
  id: string,
  correction: EmailCorrection | null,
): Promise<Acted<ProcessedEmailRecord>> {
  const { before, after } = await correct(workspace, id, () => correction);
  if (before.correction === after.correction) return { done: after, actId: null };
  const undo = { kind: "correction", emailId: id, before: before.correction, after: after.correction } as const;
  const actId = await workspace.store.journal.add(actionEntry(workspace, correctionEntry(after)), undo);
  workspace.feed.changed(["activity"]);
  return { done: after, actId };
}

/** Restores a message's correction from before an action, unless it was corrected again since. Throws undo_conflict. */
export async function undoCorrection(
  workspace: Workspace,
  actId: string,
  { emailId, before, after }: Extract<LongUndo, { kind: "correction" }>,
): Promise<void> {
  await correct(workspace, emailId, (now) => {
    if (now !== after) throw conflict("undo_conflict", "This message was changed again in the meantime.");
    return before;
  });
  const at = workspace.clock().toISOString();
  await workspace.store.journal.markUndone(actId, { by: acting().by, at, description: "" });
  workspace.feed.changed(["activity"]);
}

function correctionEntry({ correction, subject }: ProcessedEmailRecord): ActionEntry {
  const title =
    correction === null
      ? "Email correction undone"
      : `Email marked as ${correction === "lead" ? "a lead" : "not a lead"}`;
  return { kind: "correction", title, description: subject };
}

/** A message before and after the correction that `choose` derives from its current one. */
async function correct(
  workspace: Workspace,
  id: string,
  choose: (now: EmailCorrection | null) => EmailCorrection | null,
): Promise<{ before: ProcessedEmailRecord; after: ProcessedEmailRecord }> {
  const corrected = await withLease(workspace, `correction:${id}`, async () => {
    const email = existing(await workspace.store.mailbox.email(id), "message");
    const correction = choose(email.correction);
    if (email.correction === correction) return { before: email, after: email };
    const analysis = email.analysis ?? (email.kind === "unreadable" ? NOTHING_READ : null);
    if (analysis === null) throw conflict("message_gone", "This message is no longer stored, so it can't be changed.");
    const before = { ...email, ...(await takenBack(workspace, email, analysis)) };
    const deed = await done(workspace, before, analysis, correction);
    return { before: email, after: await keep(workspace, before, correction, deed) };
  });
  if (corrected === null)
    throw conflict("correction_running", "This message is already being changed. Try again in a moment.");
  workspace.feed.changed(["mailbox", "activity"]);
  return corrected;
}

async function keep(
  workspace: Workspace,
  email: ProcessedEmailRecord,
  correction: EmailCorrection | null,
  deed: Deed,
): Promise<ProcessedEmailRecord> {
  const { store, clock } = workspace;
  const correctedAt = correction === null ? null : clock().toISOString();
  const said = existing(await store.mailbox.update(email.id, { correction, correctedAt, ...deed }), "message");
  // Classified only now, by a model that includes this correction.
  const found = await store.mailbox.update(email.id, emailVerdict(said, await readMailClassifier(workspace)));
  return existing(found, "message");
}

async function done(
  workspace: Workspace,
  email: ProcessedEmailRecord,
  analysis: StoredAnalysis,
  correction: EmailCorrection | null,
): Promise<Deed> {
  const { leadId, correctionActId, kind } = email;
  if (correction === "lead" && leadId === null) {
    // Restores a lead that an earlier correction created and its withdrawal removed.
    if (correctionActId !== null) {
      const restored = await tryUndo(workspace, correctionActId);
      if (restored !== null) return { leadId: restored, correctionActId };
    }
    const made = await takeCorrectedLead(workspace, email, analysis);
    return { leadId: made.leadId, correctionActId: made.actId };
  }
  // A known lead's message may not be an inquiry even though the lead is one.
  if (correction === "not_lead" && leadId !== null && kind === "message") {
    return { leadId, correctionActId: await tryReject(workspace, leadId) };
  }
  return { leadId, correctionActId };
}

/** Undoes what the previous correction did. A withdrawn lead stays withdrawn until the message is a lead again. */
async function takenBack(workspace: Workspace, email: ProcessedEmailRecord, analysis: StoredAnalysis): Promise<Deed> {
  const { correction, leadId, correctionActId } = email;
  if (correction === null || correctionActId === null) return { leadId, correctionActId };
  if (correction === "not_lead") {
    if (leadId === null) return { leadId, correctionActId };
    await tryUndo(workspace, correctionActId);
  } else if (leadId !== null) {
    const actId = await withdrawCorrectedLead(workspace, leadId, email, analysis);
    if (actId !== null) return { leadId: null, correctionActId: actId };
  }
  return { leadId, correctionActId: null };
}

/** The restored lead; null if something newer blocks the undo and stays. */
async function tryUndo(workspace: Workspace, actId: string): Promise<string | null> {
  try {
    return (await undoShortAction(workspace, actId)).leadId;
  } catch (error) {
    if (error instanceof AppError && (error.status === 404 || error.status === 409)) return null;
    throw error;
  }
}

/** The action that rejected the lead; null if it's already gone. */
async function tryReject(workspace: Workspace, leadId: string): Promise<string | null> {
  try {
    return (await editLead(workspace, leadId, { status: "rejected" })).actId;
  } catch (error) {
    if (error instanceof AppError && error.id === "not_found") return null;
    throw error;
  }
}
