import type { FollowUpState, Suppression } from "#shared/contract/follow-up-question.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import type { NewJournalEntry, Scored } from "#server/store/types.ts";

/** A question that somebody or something acted on; one that nobody did is drafted anew whenever it is shown. */
export interface QuestionRecord {
  questionType: MissingInfo;
  question: string;
  state: FollowUpState;
  /** Why it was stopped or could not be sent; empty otherwise. */
  reason: string;
  /** In how many messages it was asked. */
  attempt: number;
  /** Approved by the setting, not by a person. */
  isAutomatic: boolean;
  /** The lead's status when it was approved: another one set by a person stops it. */
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
  /** With its angle brackets. */
  messageId: string;
  /** Names the message in the address at which its reader unsubscribes. */
  token: string;
  attempt: number;
  recipient: string;
  addressKey: string;
  subject: string;
  questionTypes: MissingInfo[];
  isAutomatic: boolean;
  /** `unknown` when the process ended while it was sending: it may have gone out, so it counts as sent. */
  state: "sending" | "sent" | "failed" | "unknown";
  error: string;
  startedAt: string;
  finishedAt: string | null;
}

/** How far a lead's follow-up is, read in one transaction. */
export interface FollowUpStanding {
  lead: StoredLead;
  questions: QuestionRecord[];
  /** Oldest first. */
  messages: FollowUpMessage[];
  /** Of the lead's address. */
  suppression: Suppression | null;
  /** The latest message that the lead sent, as far as it has a Message-ID to answer. */
  lastEmail: { messageId: string; subject: string; date: string } | null;
}

/** What is to be written of a follow-up; what is left out stays as it is. */
export interface FollowUpWrite extends Scored {
  /** Each in place of the one of its type. */
  questions?: readonly QuestionRecord[];
  newMessage?: Omit<FollowUpMessage, "id" | "leadId">;
  /** In place of the one with its id. */
  message?: FollowUpMessage;
  lead?: StoredLead;
  /** Of the lead's address; null lifts it. */
  suppression?: Suppression | null;
  journal?: readonly Omit<NewJournalEntry, "leadId">[];
  /** What a person did to `questions`, which can be taken back. */
  act?: Omit<NewJournalEntry, "leadId">;
}

export interface FollowUpStore {
  /** Null when there is no such lead. */
  standing(leadId: string): Promise<FollowUpStanding | null>;
  /**
   * Reads how far a lead's follow-up is, with the lead locked, and writes what `decide` makes of it, all in one
   * transaction; nothing when it answers null or throws. Null when there is no such lead; `actId` is that of its `act`.
   */
  change(
    leadId: string,
    decide: (standing: FollowUpStanding) => FollowUpWrite | null,
  ): Promise<{ actId: string | null } | null>;
  /** Those of our messages that have one of these Message-IDs. */
  messagesById(messageIds: readonly string[]): Promise<FollowUpMessage[]>;
  messageOfToken(token: string): Promise<FollowUpMessage | null>;
  /** The latest message to each of these addresses (normalised), by address. */
  latestTo(addressKeys: readonly string[]): Promise<Map<string, FollowUpMessage>>;
  /** Messages begun and not finished, oldest first: under way, or left by a process that ended. */
  unfinished(): Promise<FollowUpMessage[]>;
  /** Leads with a question that is approved or sent and whose reason to ask has gone: the answer is known, or a person decided. */
  settled(limit: number): Promise<string[]>;
  /** Leads with a question to send at `at`, those that wait longest first. */
  due(at: string, limit: number): Promise<string[]>;
  /** How many questions wait to be sent at `at`. */
  countDue(at: string): Promise<number>;
  /** How many messages were begun since. */
  countSince(at: string): Promise<number>;
  /**
   * The next leads, of those that came in since this was first asked, from one of `sources`, no later than `until`, that
   * lack something and can be asked by mail. Each is answered once.
   */
  walkNewLeads(until: string, sources: readonly string[], limit: number): Promise<string[]>;
  /** The next `walkNewLeads` begins with leads that come in from then on. */
  endWalk(): Promise<void>;
  suppression(addressKey: string): Promise<Suppression | null>;
  suppress(addressKey: string, suppression: Suppression): Promise<void>;
  /** The analysed messages under these keys, of any mailbox: their ids. */
  emailIds(messageKeys: readonly string[]): Promise<Map<string, string>>;
  /** How many pending leads have an open question. */
  countPendingInProgress(): Promise<number>;
}
