import type { FollowUpState, Suppression } from "#shared/contract/follow-up-question.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import { ofLeads, type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { erasedAddress } from "#server/db/erasure/erased-keys.ts";
import { all, first, sql, type Sql, type Work } from "#server/db/engine/sql.ts";

export const FOLLOW_UP_MESSAGES: Table = {
  name: "follow_up_messages",
  // Includes the tokens: links in sent messages contain them, and unsubscribing must keep working.
  backup: "all",
  people: {
    kind: "Follow-up messages",
    key: ["id"],
    leads: ["lead_id"],
    own: "address_key",
    texts: ["recipient", "address_key", "subject", "error"],
    hidden: ["token"],
    // The link in a sent message still unsubscribes the replaced address.
    ofPerson: { recipient: "", subject: "", error: "" },
    mentioning: "redact",
  },
};

export const FOLLOW_UP_QUESTIONS: Table = {
  name: "follow_up_questions",
  backup: "all",
  people: ofLeads("Follow-up questions", ["lead_id", "question_type"], ["question", "reason", "response"]),
};

export const MAIL_SUPPRESSIONS: Table = {
  name: "mail_suppressions",
  backup: "all",
  seen: "all",
  people: {
    kind: "Unsubscribed addresses",
    key: ["address"],
    own: "address",
    texts: ["address", "reason"],
    ofPerson: { reason: "" },
    mentioning: "redact",
  },
};

/** Replaces the lead's existing question of the same type. */
export const REPLACE_QUESTION = `on conflict (lead_id, question_type) do update set
  question = excluded.question, state = excluded.state, reason = excluded.reason, attempt = excluded.attempt,
  is_automatic = excluded.is_automatic, lead_status = excluded.lead_status, due_at = excluded.due_at,
  response = excluded.response, response_key = excluded.response_key, sent_at = excluded.sent_at,
  responded_at = excluded.responded_at`;

export const QUESTION_CODEC = rowCodec({
  questionType: stored.plain<MissingInfo>(),
  question: stored.plain<string>(),
  state: stored.plain<FollowUpState>(),
  /** Why it was stopped or couldn't be sent; otherwise empty. */
  reason: stored.plain<string>(),
  /** How many messages have asked it. */
  attempt: stored.plain<number>(),
  /** Approved by the setting, not by a person. */
  isAutomatic: stored.flag(),
  /** The lead's status at approval; a person setting another one stops the question. */
  leadStatus: stored.plain<LeadStatus>(),
  dueAt: stored.plain<string | null>(),
  response: stored.plain<string>(),
  /** The key of the message that answered. */
  responseKey: stored.plain<string | null>(),
  sentAt: stored.plain<string | null>(),
  respondedAt: stored.plain<string | null>(),
});

/** A question that a person or the automation has acted on; others are drafted each time they are shown. */
export type QuestionRecord = RecordOf<typeof QUESTION_CODEC>;

export const MESSAGE_CODEC = rowCodec({
  id: stored.id(),
  leadId: stored.id(),
  /** Includes its angle brackets. */
  messageId: stored.plain<string>(),
  /** Identifies the message in its unsubscribe link. */
  token: stored.plain<string>(),
  attempt: stored.plain<number>(),
  recipient: stored.plain<string>(),
  addressKey: stored.plain<string>(),
  subject: stored.plain<string>(),
  questionTypes: stored.json<MissingInfo[]>(),
  isAutomatic: stored.flag(),
  /** `unknown` when the process ended while sending: it may have gone out, so it counts as sent. */
  state: stored.plain<"sending" | "sent" | "failed" | "unknown">(),
  error: stored.plain<string>(),
  startedAt: stored.plain<string>(),
  finishedAt: stored.plain<string | null>(),
});

/** One message to a lead, stored before it is sent. */
export type FollowUpMessage = RecordOf<typeof MESSAGE_CODEC>;

const SUPPRESSION_CODEC = rowCodec<Suppression>({
  kind: stored.plain(),
  reason: stored.plain(),
  at: stored.plain(),
});

/** The state of a lead's follow-up, read in one transaction. */
export interface FollowUpSnapshot {
  lead: StoredLead;
  questions: QuestionRecord[];
  /** Oldest first. */
  messages: FollowUpMessage[];
  /** For the lead's address. */
  suppression: Suppression | null;
  /** The latest message from the lead that has a Message-ID to reply to. */
  lastEmail: { messageId: string; subject: string; date: string } | null;
}

/** The state of a lead's follow-up. */
export function* followUpSnapshot(lead: StoredLead): Work<FollowUpSnapshot> {
  const questions = yield* questionsOf(lead.id);
  const messages = yield* findMessages(sql`where lead_id = ${lead.id} order by id`);
  // A key without brackets is derived from the message's content, not a Message-ID, so nothing can reply to it.
  const email = yield* first(
    sql<{ message_key: string; subject: string; date: string }>`
      select message_key, subject, date from processed_emails
      where lead_id = ${lead.id} and message_key like '<%' order by date desc, id desc limit 1`,
  );
  return {
    lead,
    questions,
    messages,
    suppression: lead.emailKey === null ? null : yield* suppressionOf(lead.emailKey),
    lastEmail: email === null ? null : { messageId: email.message_key, subject: email.subject, date: email.date },
  };
}

/** The questions of a lead that a person or the automation has acted on. */
export function* questionsOf(leadId: string): Work<QuestionRecord[]> {
  const rows = yield* all(
    sql<StoredRow>`select * from follow_up_questions where lead_id = ${leadId} order by question_type`,
  );
  return rows.map(QUESTION_CODEC.toRecord);
}

/** Messages to leads found by a SELECT with this tail. */
export function* findMessages(rest: Sql): Work<FollowUpMessage[]> {
  return (yield* all(sql<StoredRow>`select * from follow_up_messages ${rest}`)).map(MESSAGE_CODEC.toRecord);
}

/** Why an address is suppressed; null when it isn't. An erased person who unsubscribed stays suppressed. */
export function* suppressionOf(addressKey: string): Work<Suppression | null> {
  const erased = yield* erasedAddress(addressKey);
  const row = yield* first(
    sql<StoredRow>`
      select * from mail_suppressions where address in (${addressKey}, ${erased ?? addressKey})`,
  );
  return row === null ? null : SUPPRESSION_CODEC.toRecord(row);
}
