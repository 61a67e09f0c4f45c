import type { EmailAnalysis } from "#shared/contract/mailbox.ts";
import { emailVerdict } from "#server/workflows/mail/email-verdict.ts";
import { readMailJudgement } from "#server/workflows/mail/mail-rules.ts";
import { PASTED, PASTED_SOURCE } from "#server/workflows/mail/mailbox-account.ts";
import { withOwnKey } from "#server/workflows/mail/seen-messages.ts";
import { takeMessages } from "#server/workflows/mail/take-messages.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Analyses text that a person pasted, keeps what was found, and takes the lead in. The same text again is the same
 * message: it makes no second lead, and what a person said of it holds.
 */
export async function analysePastedEmail(workspace: Workspace, content: string): Promise<EmailAnalysis> {
  const { store, feed } = workspace;
  const [judgement, own] = await Promise.all([readMailJudgement(workspace), store.mailbox.read()]);
  const ownAddresses = own === null || own.email === "" ? [] : [own.email];
  const { analyseEmail } = await import("#server/email-analysis/analyse-email.ts");
  const read = await analyseEmail(content, { ownAddresses, ...judgement });
  const analysed = await withOwnKey(workspace, PASTED, read);
  const { messageKey, kept } = analysed;
  const before = await store.mailbox.emailByKey(PASTED, messageKey);
  const isReadable = analysed.kind !== "unreadable";
  const { leadIds, createdIds } = await takeMessages(
    workspace,
    { mailbox: PASTED, source: PASTED_SOURCE },
    [
      {
        messageKey,
        folder: "",
        uid: null,
        receivedAt: null,
        analysed: isReadable ? analysed : null,
        problem: isReadable ? "" : analysed.verdict.reason,
      },
    ],
    null,
  );
  let stored = await store.mailbox.emailByKey(PASTED, messageKey);
  if (stored === null) throw new Error("The pasted message was not stored");
  if (before !== null) {
    // It stood there already, so it is brought up to what the rules and the model say today.
    const leadId = stored.leadId ?? leadIds.get(messageKey) ?? null;
    stored =
      (await store.mailbox.update(stored.id, { leadId, ...emailVerdict({ ...stored, leadId }, judgement) })) ?? stored;
  }
  feed.changed(
    ["mailbox", "activity", ...(stored.leadId === null ? [] : (["leads"] as const))],
    leadIdsOf(stored.leadId),
  );
  const { isLead, leadName, confidence, reason, reasons, leadId, id: emailId } = stored;
  const { name, company, title, phone, email, subject } = kept;
  return {
    isLead,
    leadName,
    confidence,
    reason,
    reasons,
    name,
    company,
    title,
    phone,
    email,
    subject,
    leadId,
    emailId,
    isNew: createdIds.length > 0,
  };
}

function leadIdsOf(leadId: string | null): string[] {
  return leadId === null ? [] : [leadId];
}
