import type { FollowUpState, Suppression } from "#shared/contract/follow-up-question.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import type { NewRow } from "#server/db/engine/engine.ts";
import type { FollowUpMessage, QuestionRecord } from "#server/db/follow-ups/follow-up-types.ts";
import type { Table } from "#server/db/engine/table.ts";

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
  people: {
    kind: "Follow-up questions",
    key: ["lead_id", "question_type"],
    leads: ["lead_id"],
    texts: ["question", "reason", "response"],
    ofPerson: "delete",
    mentioning: "redact",
  },
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

/** A flag is 0 or 1 in SQLite, a boolean in PostgreSQL. */
type Flag = number | boolean;

export interface QuestionRow {
  lead_id: string | number;
  question_type: string;
  question: string;
  state: string;
  reason: string;
  attempt: number;
  is_automatic: Flag;
  lead_status: string;
  due_at: string | null;
  response: string;
  response_key: string | null;
  sent_at: string | null;
  responded_at: string | null;
}

export interface MessageRow {
  id: string | number;
  lead_id: string | number;
  message_id: string;
  token: string;
  attempt: number;
  recipient: string;
  address_key: string;
  subject: string;
  question_types: string;
  is_automatic: Flag;
  state: string;
  error: string;
  started_at: string;
  finished_at: string | null;
}

export interface SuppressionRow {
  address: string;
  kind: string;
  reason: string;
  at: string;
}

/** Replaces the lead's existing question of the same type. */
export const REPLACE_QUESTION = `on conflict (lead_id, question_type) do update set
  question = excluded.question, state = excluded.state, reason = excluded.reason, attempt = excluded.attempt,
  is_automatic = excluded.is_automatic, lead_status = excluded.lead_status, due_at = excluded.due_at,
  response = excluded.response, response_key = excluded.response_key, sent_at = excluded.sent_at,
  responded_at = excluded.responded_at`;

export function questionRow(leadId: string, question: QuestionRecord): NewRow {
  return {
    lead_id: leadId,
    question_type: question.questionType,
    question: question.question,
    state: question.state,
    reason: question.reason,
    attempt: question.attempt,
    is_automatic: question.isAutomatic,
    lead_status: question.leadStatus,
    due_at: question.dueAt,
    response: question.response,
    response_key: question.responseKey,
    sent_at: question.sentAt,
    responded_at: question.respondedAt,
  };
}

export function questionOfRow(row: QuestionRow): QuestionRecord {
  return {
    // Only questionRow writes these columns.
    questionType: row.question_type as MissingInfo,
    question: row.question,
    state: row.state as FollowUpState,
    reason: row.reason,
    attempt: row.attempt,
    isAutomatic: Boolean(row.is_automatic),
    leadStatus: row.lead_status as LeadStatus,
    dueAt: row.due_at,
    response: row.response,
    responseKey: row.response_key,
    sentAt: row.sent_at,
    respondedAt: row.responded_at,
  };
}

export function messageRow(leadId: string, message: Omit<FollowUpMessage, "id" | "leadId">): NewRow {
  return {
    lead_id: leadId,
    message_id: message.messageId,
    token: message.token,
    attempt: message.attempt,
    recipient: message.recipient,
    address_key: message.addressKey,
    subject: message.subject,
    question_types: JSON.stringify(message.questionTypes),
    is_automatic: message.isAutomatic,
    state: message.state,
    error: message.error,
    started_at: message.startedAt,
    finished_at: message.finishedAt,
  };
}

export function messageOfRow(row: MessageRow): FollowUpMessage {
  return {
    id: String(row.id),
    leadId: String(row.lead_id),
    messageId: row.message_id,
    token: row.token,
    attempt: row.attempt,
    recipient: row.recipient,
    addressKey: row.address_key,
    subject: row.subject,
    // Only messageRow writes these columns.
    questionTypes: JSON.parse(row.question_types) as MissingInfo[],
    isAutomatic: Boolean(row.is_automatic),
    state: row.state as FollowUpMessage["state"],
    error: row.error,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

export function suppressionOfRow(row: SuppressionRow): Suppression {
  return { kind: row.kind as Suppression["kind"], reason: row.reason, at: row.at };
}
