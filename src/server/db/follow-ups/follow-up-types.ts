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

export interface FollowUpStore {
  /** Null when there is no such lead. */
  snapshot(leadId: string): Promise<FollowUpSnapshot | null>;
  /**
   * Locks a lead, reads its follow-up state and writes what `decide` returns, in one transaction; writes nothing when
   * it returns null or throws. Null when there is no such lead; `actId` is the undoable action, if any.
   */
  change(
    leadId: string,
    decide: (snapshot: FollowUpSnapshot) => FollowUpWrite | null,
  ): Promise<{ actId: string | null } | null>;
  /** Our messages among these Message-IDs. */
  messagesById(messageIds: readonly string[]): Promise<FollowUpMessage[]>;
  messageOfToken(token: string): Promise<FollowUpMessage | null>;
  /** The latest message to each of these normalized addresses, by address. */
  latestTo(addressKeys: readonly string[]): Promise<Map<string, FollowUpMessage>>;
  /** Messages still marked as sending, oldest first: in progress, or left by a process that ended. */
  unfinished(): Promise<FollowUpMessage[]>;
  /** Leads with an approved or sent question that is no longer needed: the answer is known, or a person decided. */
  settled(limit: number): Promise<string[]>;
  /** Leads with a question due at `at`, longest waiting first. */
  due(at: string, limit: number): Promise<string[]>;
  /** How many questions are due at `at`. */
  countDue(at: string): Promise<number>;
  /** How many messages were started since. */
  countSince(at: string): Promise<number>;
  /**
   * The next leads that arrived after the first call and no later than `until`, come from one of `sources`, have
   * missing information and can be emailed. Returns each lead once.
   */
  walkNewLeads(until: string, sources: readonly string[], limit: number): Promise<string[]>;
  /** Restarts `walkNewLeads`, so that it covers only leads arriving from then on. */
  endWalk(): Promise<void>;
  suppression(addressKey: string): Promise<Suppression | null>;
  suppress(addressKey: string, suppression: Suppression): Promise<void>;
  /** The ids of analyzed messages with these keys, in any mailbox. */
  emailIds(messageKeys: readonly string[]): Promise<Map<string, string>>;
  /** How many pending leads have an open question. */
  countPendingInProgress(): Promise<number>;
}
