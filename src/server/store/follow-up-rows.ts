import type { Selectable } from "kysely";
import type { FollowUpState, Suppression } from "#shared/contract/follow-up-question.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import type { NewRow } from "#server/store/engine.ts";
import type { FollowUpMessage, QuestionRecord } from "#server/store/follow-up-types.ts";
import type { RowId } from "#server/store/tables.ts";

/** A flag is 0 or 1 in SQLite, a truth value in PostgreSQL. */
type Flag = number | boolean;

export interface QuestionTable {
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

export interface MessageTable {
  id: RowId;
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

export interface SuppressionTable {
  address: string;
  kind: string;
  reason: string;
  at: string;
}

/** Puts a question in place of the lead's other of its type. */
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

export function questionOfRow(row: Selectable<QuestionTable>): QuestionRecord {
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

export function messageOfRow(row: Selectable<MessageTable>): FollowUpMessage {
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

export function suppressionOfRow(row: Selectable<SuppressionTable>): Suppression {
  return { kind: row.kind as Suppression["kind"], reason: row.reason, at: row.at };
}
