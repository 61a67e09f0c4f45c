import type { EmailAnalysis } from "#shared/contract/mailbox.ts";
import type { AnalyzedEmail } from "#server/pipeline/mail/analyze-email.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import { secondReader } from "#server/features/language-model/second-reader.ts";
import { answeredEmail } from "#server/features/mailbox/answered-email.ts";
import { ownAddresses } from "#server/features/mailbox/email-origin.ts";
import { emailVerdict } from "#server/features/mailbox/email-verdict.ts";
import { readMailClassifier } from "#server/features/mailbox/mail-rules.ts";
import { PASTED, PASTED_SOURCE } from "#server/features/mailbox/mailbox-account.ts";
import { sharedMailReader } from "#server/pipeline/mail/mime/mail-reader.ts";
import { withOwnKey } from "#server/features/mailbox/seen-messages.ts";
import { takeMessages, type TakenMessages } from "#server/features/mailbox/take-messages.ts";
import type { Workspace } from "#server/workspace.ts";

const NOTHING_TAKEN: Pick<TakenMessages, "createdIds" | "leadIds"> = { createdIds: [], leadIds: new Map() };

/**
 * Analyzes text that a person pasted, stores what was found, and takes the lead in. The same text again is the same
 * message: it makes no second lead, and a person's decision on it stays.
 */
export async function analyzePastedEmail(workspace: Workspace, content: string): Promise<EmailAnalysis> {
  const { store, feed } = workspace;
  const [classifier, own] = await Promise.all([readMailClassifier(workspace), ownAddresses(workspace)]);
  const read = await sharedMailReader.analyze(content, { ownAddresses: own, ...classifier });
  const analyzed = await withOwnKey(workspace, PASTED, read);
  const { messageKey, analysis } = analyzed;
  const before = await store.mailbox.emailByKey(PASTED, messageKey);
  const taken = isToTakeIn(analyzed, before) ? await takePasted(workspace, analyzed) : NOTHING_TAKEN;
  let stored = await store.mailbox.emailByKey(PASTED, messageKey);
  if (stored === null) throw new Error("The pasted message wasn't stored");
  if (before !== null) {
    // It was stored before, so its verdict is updated with today's rules and model.
    const leadId = stored.leadId ?? taken.leadIds.get(messageKey) ?? null;
    stored =
      (await store.mailbox.update(stored.id, { leadId, ...emailVerdict({ ...stored, leadId }, classifier) })) ?? stored;
  }
  const isNew = taken.createdIds.length > 0;
  const isUnclear = stored.verdict === "review";
  if (isUnclear) stored = await readAgain(workspace, stored);
  feed.changed(
    ["mailbox", "activity", ...(stored.leadId === null ? [] : (["leads"] as const))],
    leadIdsOf(stored.leadId),
  );
  const { name, company, title, phone, email, subject } = stored.analysis ?? analysis;
  return {
    ...answeredEmail(stored),
    name,
    company,
    title,
    phone,
    email,
    subject,
    emailId: stored.id,
    isNew: isNew || (isUnclear && stored.leadId !== null),
  };
}

async function readAgain(workspace: Workspace, stored: ProcessedEmailRecord): Promise<ProcessedEmailRecord> {
  if ((await secondReader(workspace)) === null) return stored;
  const { readUnclearPaste } = await import("#server/features/mailbox/read-unclear-emails.ts");
  return readUnclearPaste(workspace, stored);
}

/** A stored message only creates a lead if it's now classified as one and nobody has decided on it. */
function isToTakeIn({ verdict }: AnalyzedEmail, before: ProcessedEmailRecord | null): boolean {
  return before === null || (before.correction === null && before.leadId === null && verdict.isLead);
}

function takePasted(workspace: Workspace, analyzed: AnalyzedEmail): Promise<TakenMessages> {
  const { messageKey, kind, verdict } = analyzed;
  const isReadable = kind !== "unreadable";
  const message = {
    messageKey,
    folder: "",
    uid: null,
    receivedAt: null,
    analyzed: isReadable ? analyzed : null,
    problem: isReadable ? "" : verdict.reason,
  };
  return takeMessages(workspace, { mailbox: PASTED, source: PASTED_SOURCE }, [message], null);
}

function leadIdsOf(leadId: string | null): string[] {
  return leadId === null ? [] : [leadId];
}
