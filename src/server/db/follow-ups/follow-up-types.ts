import type { FollowUpState, Suppression } from "#shared/contract/follow-up-question.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { Scored } from "#server/db/rules/rescore-wanted.ts";

/** A question that a person or the automation has acted on; others are drafted each time they are shown. */
export interface QuestionRecord {
  questionType: MissingInfo;
  question: string;
  state: FollowUpState;
  /** Why it was stopped or couldn't be sent; otherwise empty. */
  reason: string;
  /** How many messages have asked it. */
  attempt: number;
  /** Approved by the setting, not by a person. */
  isAutomatic: boolean;
  /** The lead's status at approval; a person setting another one stops the question. */
  leadStatus: LeadStatus;
  dueAt: string | null;
  response: string;
  /** The key of the message that answered. */
  responseKey: string | null;
  sentAt: string | null;
  respondedAt: string | null;
}

/** One message to a lead, stored before it is sent. */
export interface FollowUpMessage {
  id: string;
  leadId: string;
  /** Includes its angle brackets. */
  messageId: string;
  /** Identifies the message in its unsubscribe link. */
  token: string;
  attempt: number;
  recipient: string;
  addressKey: string;
  subject: string;
  questionTypes: MissingInfo[];
  isAutomatic: boolean;
  /** `unknown` when the process ended while sending: it may have gone out, so it counts as sent. */
  state: "sending" | "sent" | "failed" | "unknown";
  error: string;
  startedAt: string;
  finishedAt: string | null;
}

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

/** Changes to write to a follow-up; omitted fields stay as they are. */
export interface FollowUpWrite extends Scored {
  /** Each replaces the question of its type. */
  questions?: readonly QuestionRecord[];
  newMessage?: Omit<FollowUpMessage, "id" | "leadId">;
  /** Replaces the message with its id. */
  message?: FollowUpMessage;
  lead?: StoredLead;
  /** For the lead's address; null lifts it. */
  suppression?: Suppression | null;
  journal?: readonly Omit<NewJournalEntry, "leadId">[];
  /** The journal entry of a person's action on `questions`, which can be undone. */
  act?: Omit<NewJournalEntry, "leadId">;
}
