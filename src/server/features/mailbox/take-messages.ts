import type { RawLead, SourceRef } from "#shared/raw-lead.ts";
import { emailLead } from "#server/pipeline/mail/email-lead.ts";
import type { BatchDecision } from "#server/pipeline/intake/decide-batch.ts";
import type { MessagesWrite, NewProcessedEmail } from "#server/db/sources/processed-emails.ts";
import { receiveAnswers } from "#server/features/follow-ups/receive-answers.ts";
import { knownWriters } from "#server/features/mailbox/known-writers.ts";
import type { MailCounts } from "#server/features/mailbox/mail-counts.ts";
import type { MailMessage } from "#server/pipeline/mail/mail-message.ts";
import { messageRecord, replyEntry, type RecordContext } from "#server/features/mailbox/message-record.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

/** Where messages come from, for their records and their leads. */
export interface MessageOrigin {
  mailbox: string;
  source: SourceRef;
}

export interface TakenMessages {
  counts: MailCounts;
  /** The leads that were created. */
  createdIds: string[];
  /** The leads that the messages brought, new or known, by message key. */
  leadIds: Map<string, string>;
}

/**
 * Imports a batch of messages in one transaction: the analysis of each, the leads among them, known leads' timelines,
 * and the folder's cursor. Answers to our own questions belong to their lead. None of the messages may be stored
 * already. Throws source_gone if the data source was deleted.
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
  for (const { messageKey, analyzed } of messages) {
    if (analyzed?.verdict.isLead === true && !answers.has(messageKey)) raws.set(messageKey, emailLead(analyzed));
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

  const { decision, createdIds } = await withScoring(workspace, (scoring) =>
    takeIn(workspace, source, [...raws.values()], scoring, {
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
  const others = records.filter(({ verdict }) => verdict !== "lead");
  const ofKind = (kind: NewProcessedEmail["kind"]): number => others.filter((record) => record.kind === kind).length;
  const toReview = others.filter(({ verdict }) => verdict === "review").length;
  return {
    processed: records.length,
    created,
    updated,
    unchanged,
    toReview,
    notLeads: ofKind("message") - toReview,
    replies: ofKind("reply"),
    unreadable: ofKind("unreadable"),
    qualified: decision.newlyQualified.length,
  };
}
