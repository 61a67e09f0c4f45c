import type { RawLead, SourceRef } from "#shared/raw-lead.ts";
import { emailLead } from "#server/email-analysis/email-lead.ts";
import type { BatchDecision } from "#server/intake/decide-batch.ts";
import type { MessagesWrite, NewProcessedEmail } from "#server/store/mailbox-types.ts";
import { receiveAnswers } from "#server/workflows/follow-up/receive-answers.ts";
import { knownWriters } from "#server/workflows/mail/known-writers.ts";
import { NO_MAIL, type MailCounts } from "#server/workflows/mail/mail-counts.ts";
import type { MailMessage } from "#server/workflows/mail/mail-message.ts";
import { messageRecord, replyEntry, type RecordContext } from "#server/workflows/mail/message-record.ts";
import { takeIn } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Where messages come from: what stored ones name it, and what their leads do. */
export interface MessageOrigin {
  mailbox: string;
  source: SourceRef;
}

export interface TakenMessages {
  counts: MailCounts;
  /** The leads that were created. */
  createdIds: string[];
  /** The leads that the messages brought, new or known, by the messages' keys. */
  leadIds: Map<string, string>;
}

/**
 * Takes a batch of messages in, in one transaction: what was found in each, the leads among them, what known leads wrote
 * on their timelines, and how far the folder is read. What answers our own questions to a lead is that lead's. None of the messages may have been stored before. Throws
 * source_gone when the data source was deleted.
 */
export async function takeMessages(
  workspace: Workspace,
  { mailbox, source }: MessageOrigin,
  messages: readonly MailMessage[],
  cursor: MessagesWrite["cursor"],
): Promise<TakenMessages> {
  const now = workspace.clock().toISOString();
  const answers = await receiveAnswers(workspace, source, messages);
  const raws = new Map<string, RawLead>();
  for (const { messageKey, analysed } of messages) {
    if (analysed?.verdict.isLead === true && !answers.has(messageKey)) raws.set(messageKey, emailLead(analysed));
  }
  const writers = new Map(await knownWriters(workspace, messages, raws));
  for (const [messageKey, leadId] of answers) writers.set(messageKey, { leadId });
  const contextsOf = (decision: BatchDecision): [MailMessage, RecordContext][] => {
    const outcomes = new Map(decision.outcomes.map((outcome) => [outcome.rowKey, outcome]));
    return messages.map((message) => {
      const raw = raws.get(message.messageKey);
      const outcome = raw && outcomes.get(raw.rowKey);
      return [message, { mailbox, now, decision, raw, outcome, writer: writers.get(message.messageKey) }];
    });
  };
  const recordsOf = (decision: BatchDecision): NewProcessedEmail[] =>
    contextsOf(decision).map(([message, context]) => messageRecord(message, context));

  const { decision, createdIds } = await withJudgement(workspace, (judgement) =>
    takeIn(workspace, source, [...raws.values()], judgement, {
      alongside: (decided) => ({ kind: "messages", emails: recordsOf(decided), cursor }),
      journal: (decided) =>
        contextsOf(decided).flatMap(([message, context]) => replyEntry(message, context, source.name) ?? []),
    }),
  );
  const leadIds = new Map<string, string>();
  for (const [messageKey, { rowKey }] of raws) {
    const row = decision.rows.find((decided) => decided.rowKey === rowKey);
    const id = row?.leadId ?? createdIds[row?.createIndex ?? -1];
    if (id !== undefined) leadIds.set(messageKey, id);
  }
  return { counts: countsOf(recordsOf(decision), decision), createdIds, leadIds };
}

function countsOf(records: readonly NewProcessedEmail[], decision: BatchDecision): MailCounts {
  const { created, updated, unchanged } = decision.counts;
  const ofKind = (kind: NewProcessedEmail["kind"]): number =>
    records.filter((record) => !record.isLead && record.kind === kind).length;
  return {
    ...NO_MAIL,
    processed: records.length,
    created,
    updated,
    unchanged,
    notLeads: ofKind("message"),
    replies: ofKind("reply"),
    unreadable: ofKind("unreadable"),
    qualified: decision.newlyQualified.length,
  };
}
