import type { FollowUpState, Suppression } from "#shared/contract/follow-up-question.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import { type RecordOf, rowCodec } from "#server/db/engine/row-codec.ts";
import { type Table, ofLeads, stored } from "#server/db/engine/table.ts";

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

export const SUPPRESSION_CODEC = rowCodec<Suppression>({
  kind: stored.plain(),
  reason: stored.plain(),
  at: stored.plain(),
});
