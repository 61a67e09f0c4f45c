import type { EmailCorrection } from "#shared/contract/mailbox.ts";
import type { KeptAnalysis } from "#shared/kept-analysis.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError, conflict, notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/store/act.ts";
import type { ProcessedEmailRecord } from "#server/store/mailbox-types.ts";
import type { LongUndo } from "#server/store/journal-types.ts";
import { editLead } from "#server/workflows/leads/edit-lead.ts";
import { emailVerdict } from "#server/workflows/mail/email-verdict.ts";
import { takeCorrectedLead, withdrawCorrectedLead } from "#server/workflows/mail/corrected-lead.ts";
import { readMailJudgement } from "#server/workflows/mail/mail-rules.ts";
import { actEntry, type Told } from "#server/workflows/journal/act.ts";
import { undoShortAct } from "#server/workflows/journal/undo-short-act.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What a correction has done to leads: which the message belongs to, and the act that takes it back. */
type Deed = Pick<ProcessedEmailRecord, "leadId" | "correctionActId">;

/**
 * Keeps what a person said of a message and does it: a lead that was missed is taken in, one that is none is rejected,
 * and null takes back what the last correction did, unless somebody has changed the lead since. Similar messages are
 * judged by it from then on. Throws not_found, or a conflict when the message holds nothing that a lead could be made of.
 */
export async function correctEmail(
  workspace: Workspace,
  id: string,
  correction: EmailCorrection | null,
): Promise<Acted<ProcessedEmailRecord>> {
  const { before, after } = await correct(workspace, id, () => correction);
  if (before.correction === after.correction) return { done: after, actId: null };
  const undo = { kind: "correction", emailId: id, before: before.correction, after: after.correction } as const;
  const actId = await workspace.store.journal.add(actEntry(workspace, toldOf(after)), undo);
  workspace.feed.changed(["activity"]);
  return { done: after, actId };
}

/** Gives a message the correction it had before an act, unless it was corrected again since. Throws undo_conflict. */
export async function undoCorrection(
  workspace: Workspace,
  actId: string,
  { emailId, before, after }: Extract<LongUndo, { kind: "correction" }>,
): Promise<void> {
  await correct(workspace, emailId, (now) => {
    if (now !== after) throw conflict("undo_conflict", "This message was corrected again since.");
    return before;
  });
  const at = workspace.clock().toISOString();
  await workspace.store.journal.markUndone(actId, { by: acting().by, at, description: "" });
  workspace.feed.changed(["activity"]);
}

function toldOf({ correction, subject }: ProcessedEmailRecord): Told {
  const title =
    correction === null
      ? "Correction of a message taken back"
      : `Message said to be ${correction === "lead" ? "a" : "no"} lead`;
  return { kind: "correction", title, description: subject };
}

/** A message before and after it was given the correction that `choose` makes of the one it has. */
async function correct(
  workspace: Workspace,
  id: string,
  choose: (now: EmailCorrection | null) => EmailCorrection | null,
): Promise<{ before: ProcessedEmailRecord; after: ProcessedEmailRecord }> {
  const corrected = await withLease(workspace, `correction:${id}`, async () => {
    const email = await workspace.store.mailbox.email(id);
    if (email === null) throw notFound("message");
    const correction = choose(email.correction);
    if (email.correction === correction) return { before: email, after: email };
    if (email.analysis === null) throw conflict("message_unreadable", "This message could not be read.");
    const before = { ...email, ...(await takenBack(workspace, email, email.analysis)) };
    const deed = await done(workspace, before, email.analysis, correction);
    return { before: email, after: await keep(workspace, before, correction, deed) };
  });
  if (corrected === null) throw conflict("correction_running", "This message is being corrected already.");
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
  const said = await store.mailbox.update(email.id, { correction, correctedAt, ...deed });
  if (said === null) throw notFound("message");
  // Judged only now, by a model that has learned of it.
  const judged = await store.mailbox.update(email.id, emailVerdict(said, await readMailJudgement(workspace)));
  if (judged === null) throw notFound("message");
  return judged;
}

async function done(
  workspace: Workspace,
  email: ProcessedEmailRecord,
  analysis: KeptAnalysis,
  correction: EmailCorrection | null,
): Promise<Deed> {
  const { leadId, correctionActId, kind } = email;
  if (correction === "lead" && leadId === null) {
    // A lead that an earlier correction made and its withdrawal removed comes back as it was.
    if (correctionActId !== null) {
      const restored = await tryUndo(workspace, correctionActId);
      if (restored !== null) return { leadId: restored, correctionActId };
    }
    const made = await takeCorrectedLead(workspace, email, analysis);
    return { leadId: made.leadId, correctionActId: made.actId };
  }
  // What a known lead wrote may be no inquiry without the lead being none.
  if (correction === "not_lead" && leadId !== null && kind === "message") {
    return { leadId, correctionActId: await tryReject(workspace, leadId) };
  }
  return { leadId, correctionActId };
}

/** Takes back what the correction before has done. */
async function takenBack(workspace: Workspace, email: ProcessedEmailRecord, analysis: KeptAnalysis): Promise<Deed> {
  const { correction, leadId, correctionActId } = email;
  if (correction === null || correctionActId === null) return { leadId, correctionActId };
  if (correction === "not_lead") await tryUndo(workspace, correctionActId);
  else if (leadId !== null) {
    const actId = await withdrawCorrectedLead(workspace, leadId, email, analysis);
    if (actId !== null) return { leadId: null, correctionActId: actId };
  }
  return { leadId, correctionActId: null };
}

/** The lead that came back; null when something newer stands in the way, which then stays. */
async function tryUndo(workspace: Workspace, actId: string): Promise<string | null> {
  try {
    return (await undoShortAct(workspace, actId)).leadId;
  } catch (error) {
    if (error instanceof AppError && (error.status === 404 || error.status === 409)) return null;
    throw error;
  }
}

/** The act that rejected the lead; null when it is gone already. */
async function tryReject(workspace: Workspace, leadId: string): Promise<string | null> {
  try {
    return (await editLead(workspace, leadId, { status: "rejected" })).actId;
  } catch (error) {
    if (error instanceof AppError && error.id === "not_found") return null;
    throw error;
  }
}
