import type { Suppression } from "#shared/contract/follow-up-question.ts";
import { rowCodec } from "#server/db/engine/row-codec.ts";
import type { FollowUpMessage, QuestionRecord } from "#server/db/follow-ups/follow-up-types.ts";
import { type Table, ofLeads } from "#server/db/engine/table.ts";

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

export const QUESTION_CODEC = rowCodec<QuestionRecord>({
  questionType: "plain",
  question: "plain",
  state: "plain",
  reason: "plain",
  attempt: "plain",
  isAutomatic: "flag",
  leadStatus: "plain",
  dueAt: "plain",
  response: "plain",
  responseKey: "plain",
  sentAt: "plain",
  respondedAt: "plain",
});

export const MESSAGE_CODEC = rowCodec<FollowUpMessage>({
  id: "id",
  leadId: "id",
  messageId: "plain",
  token: "plain",
  attempt: "plain",
  recipient: "plain",
  addressKey: "plain",
  subject: "plain",
  questionTypes: "json",
  isAutomatic: "flag",
  state: "plain",
  error: "plain",
  startedAt: "plain",
  finishedAt: "plain",
});

export const SUPPRESSION_CODEC = rowCodec<Suppression>({ kind: "plain", reason: "plain", at: "plain" });
