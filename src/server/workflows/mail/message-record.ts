import type { RawLead } from "#shared/raw-lead.ts";
import type { AnalysedEmail } from "#server/email-analysis/analyse-email.ts";
import type { BatchDecision, RowOutcome } from "#server/intake/decide-batch.ts";
import type { NewProcessedEmail } from "#server/store/mailbox-types.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import { journalLead, type KnownWriter } from "#server/workflows/mail/known-writers.ts";
import type { MailMessage } from "#server/workflows/mail/mail-message.ts";

/** What of a batch a message's record depends on. */
export interface RecordContext {
  mailbox: string;
  now: string;
  decision: BatchDecision;
  /** The lead that the message itself brings, and what became of it. */
  raw: RawLead | undefined;
  outcome: RowOutcome | undefined;
  writer: KnownWriter | undefined;
}

const EXCERPT_LENGTH = 200;

/** What is stored of a message. */
export function messageRecord(message: MailMessage, context: RecordContext): NewProcessedEmail {
  const { messageKey, folder, uid, analysed, problem, receivedAt } = message;
  const { mailbox, now, raw, outcome, writer, decision } = context;
  const told = { mailbox, messageKey, folder, uid, processedAt: now };
  if (analysed === null) {
    const nothing = { from: "", leadName: "", subject: "", isLead: false, confidence: 0, reasons: [], analysis: null };
    const date = receivedAt?.toISOString() ?? now;
    return { ...told, ...nothing, reason: problem, kind: "unreadable", leadId: null, leadRow: null, date };
  }
  const { from, subject, kept, verdict } = analysed;
  const isTakenIn = raw !== undefined && outcome?.kind !== "skipped";
  const isReply = writer !== undefined && journalLead(writer, decision) !== null;
  const writerRow = isReply && "rowKey" in writer ? writer.rowKey : null;
  return {
    ...told,
    from,
    leadName: isTakenIn || isReply ? kept.name || kept.email : "",
    subject,
    isLead: isTakenIn,
    confidence: verdict.confidence,
    reason: outcome?.kind === "skipped" ? `Left out: ${outcome.reason ?? ""}. ${verdict.reason}` : verdict.reason,
    reasons: verdict.reasons,
    kind: isReply ? "reply" : "message",
    leadId: isReply && "leadId" in writer ? writer.leadId : null,
    leadRow: isTakenIn ? raw.rowKey : writerRow,
    analysis: kept,
    date: dateOf(analysed, receivedAt, now),
  };
}

/** The line on the timeline of the lead that wrote a message, whether or not it asks for something; none for others. */
export function replyEntry(
  { analysed, receivedAt }: MailMessage,
  { decision, writer, now }: RecordContext,
  by: string,
): NewJournalEntry | null {
  const leadId = writer === undefined ? null : journalLead(writer, decision);
  if (leadId === null || analysed === null) return null;
  const { kept, subject } = analysed;
  return {
    kind: "reply",
    type: "other",
    title: `${kept.name || kept.email} wrote`,
    description: [subject, excerpt(kept.text)].filter((part) => part !== "").join(": "),
    by,
    at: dateOf(analysed, receivedAt, now),
    leadId,
  };
}

/** When it was written; without a date, or with one of the future, when it arrived. */
function dateOf({ date }: AnalysedEmail, receivedAt: Date | null, now: string): string {
  return date === null || date > now ? (receivedAt?.toISOString() ?? now) : date;
}

function excerpt(text: string): string {
  const line = text
    .slice(0, 2 * EXCERPT_LENGTH)
    .replaceAll(/\s+/gu, " ")
    .trim();
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH).toWellFormed()}…` : line;
}
