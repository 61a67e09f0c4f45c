import { LIMITS } from "#shared/limits.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import type { AnalyzedEmail } from "#server/pipeline/mail/analyze-email.ts";
import type { Verdict } from "#server/pipeline/mail/classify-email.ts";
import type { BatchDecision, RowOutcome } from "#server/pipeline/intake/decide-batch.ts";
import type { NewProcessedEmail } from "#server/db/sources/processed-emails.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { journalLead, type KnownWriter } from "#server/features/mailbox/known-writers.ts";
import { excerpt } from "#server/features/mailbox/excerpt.ts";
import type { MailMessage } from "#server/pipeline/mail/mail-message.ts";

/** What a message's record depends on in its batch. */
export interface RecordContext {
  mailbox: string;
  now: string;
  decision: BatchDecision;
  /** The lead that the message itself yields, and its outcome. */
  raw: RawLead | undefined;
  outcome: RowOutcome | undefined;
  writer: KnownWriter | undefined;
}

const EXCERPT_LENGTH = 200;

/** What is stored about a message. */
export function messageRecord(message: MailMessage, context: RecordContext): NewProcessedEmail {
  const { messageKey, folder, uid, analyzed, problem, receivedAt } = message;
  const { mailbox, now, raw, outcome, writer, decision } = context;
  const common = { mailbox, messageKey, folder, uid, processedAt: now };
  if (analyzed === null) {
    const nothing = { from: "", leadName: "", subject: "", confidence: 0, reasons: [], analysis: null };
    const date = receivedAt?.toISOString() ?? now;
    return {
      ...common,
      ...nothing,
      verdict: "not_lead",
      reason: problem,
      kind: "unreadable",
      leadId: null,
      leadRow: null,
      date,
    };
  }
  const { from, subject, analysis, verdict } = analyzed;
  const isTakenIn = raw !== undefined && outcome?.kind !== "skipped";
  const isReply = writer !== undefined && journalLead(writer, decision) !== null;
  const writerRow = isReply && "rowKey" in writer ? writer.rowKey : null;
  return {
    ...common,
    from,
    leadName: isTakenIn || isReply ? analysis.name || analysis.email : "",
    subject,
    verdict: isTakenIn ? "lead" : isReply || raw !== undefined ? "not_lead" : verdict.verdict,
    confidence: verdict.confidence,
    ...reasonsOf(verdict, outcome),
    kind: isReply ? "reply" : "message",
    leadId: isReply && "leadId" in writer ? writer.leadId : null,
    leadRow: isTakenIn ? raw.rowKey : writerRow,
    analysis,
    date: dateOf(analyzed, receivedAt, now),
  };
}

function reasonsOf({ reason, reasons }: Verdict, outcome: RowOutcome | undefined): Pick<Verdict, "reason" | "reasons"> {
  if (outcome?.kind !== "skipped") return { reason, reasons: reasons.slice(0, LIMITS.mailbox.reasons) };
  const why = `Skipped: ${outcome.reason ?? "it was refused"}`;
  return {
    reason: `${why}. ${reason}`,
    reasons: [{ text: why, weight: -100 }, ...reasons].slice(0, LIMITS.mailbox.reasons),
  };
}

/** The line on the timeline of the lead that wrote a message, whether or not it is an inquiry; none for others. */
export function replyEntry(
  { analyzed, receivedAt }: MailMessage,
  { decision, writer, now }: RecordContext,
  by: string,
): NewJournalEntry | null {
  const leadId = writer === undefined ? null : journalLead(writer, decision);
  if (leadId === null || analyzed === null) return null;
  const { analysis, subject } = analyzed;
  return {
    kind: "reply",
    title: `${analysis.name || analysis.email} wrote`,
    description: [subject, excerpt(analysis.text, EXCERPT_LENGTH)].filter((part) => part !== "").join(": "),
    by,
    at: dateOf(analyzed, receivedAt, now),
    leadId,
  };
}

/** When it was written; without a date, or with a future one, when it arrived. */
function dateOf({ date }: AnalyzedEmail, receivedAt: Date | null, now: string): string {
  return date === null || date > now ? (receivedAt?.toISOString() ?? now) : date;
}
