import type { EmailCorrection, EmailReason, EmailVerdict } from "#shared/contract/mailbox.ts";
import type { SignInMethod } from "#shared/mail-providers.ts";
import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import type { LeadCount } from "#server/db/engine/lead-count.ts";

/** The mailbox of the Gmail screen. A data source of type email stores the same fields in its config. */
export interface MailboxRecord {
  email: string;
  signIn: SignInMethod;
  /** Null if it signs in through a provider. */
  sealedAppPassword: string | null;
  enabled: boolean;
  autoSync: boolean;
  syncInterval: number;
  labels: string;
  /** Empty for the operator's default. */
  server: string;
  lastSync: string | null;
  /** When the last sync began, whether or not it succeeded. */
  lastAttempt: string | null;
  failingSince: string | null;
  lastError: string;
  /** The minimum number of messages that the last sync left for the next one. */
  messagesWaiting: number;
}

/**
 * How far a folder has been read: UIDVALIDITY and UID (RFC 3501) and MODSEQ (RFC 7162), as decimal digits where 32 bits
 * are too few.
 */
export interface FolderCursor {
  uidValidity: string;
  lastUid: number;
  modSeq: string | null;
  /** The earliest date (ISO 8601) covered by the initial sync; null once that has reached the end of the folder. */
  since: string | null;
}

/** The language model's result for a message. */
export interface ModelReading {
  /** `unusable`: the response has nothing usable. `not_asked`: not sent, because of a rule or its content. */
  outcome: "lead" | "not_lead" | "unsure" | "unusable" | "not_asked";
  /** The message text it quoted for its verdict; empty without a verdict. */
  evidence: string;
  at: string;
}

export interface ProcessedEmailRecord {
  id: string;
  /** `gmail`, `pasted`, or `mailbox:` and the id of a data source. */
  mailbox: string;
  /** Message-ID, or a hash of other identifying fields; unique within a mailbox. */
  messageKey: string;
  folder: string;
  uid: number | null;
  from: string;
  leadName: string;
  subject: string;
  verdict: EmailVerdict;
  confidence: number;
  reason: string;
  reasons: EmailReason[];
  kind: "message" | "reply" | "unreadable";
  correction: EmailCorrection | null;
  correctedAt: string | null;
  /** The action by which a correction changed a lead, so that both can be undone together. */
  correctionActId: string | null;
  leadId: string | null;
  analysis: StoredAnalysis | null;
  /** Null until the language model has read it; most messages are never sent to it. */
  modelReading: ModelReading | null;
  /** How often it was sent to the model without getting a response. */
  modelTries: number;
  date: string;
  processedAt: string;
}

/** `leadRow` is the row key of its lead in the batch; null when it isn't a lead. */
export type NewProcessedEmail = Omit<
  ProcessedEmailRecord,
  "id" | "correction" | "correctedAt" | "correctionActId" | "modelReading" | "modelTries"
> & {
  leadRow: string | null;
};

/** Written in the batch's transaction: new messages and the folder's cursor. Known messages are skipped. */
export interface MessagesWrite {
  kind: "messages";
  emails: readonly NewProcessedEmail[];
  cursor: { mailbox: string; folder: string; cursor: FolderCursor } | null;
}

export interface MailboxStore {
  read(): Promise<MailboxRecord | null>;
  /** Updates the mailbox, or creates it with these fields and the rest empty. */
  write(patch: Partial<MailboxRecord>): Promise<MailboxRecord>;
  cursors(mailbox: string): Promise<Map<string, FolderCursor>>;
  /** Those of these messages that the mailbox has already seen in any folder, by key. */
  seen(
    mailbox: string,
    messageKeys: readonly string[],
  ): Promise<Map<string, Pick<ProcessedEmailRecord, "from" | "date">>>;
  /** Most recently processed first, below `cursor` (a message's id). */
  emails(limit: number, cursor?: string, verdict?: EmailVerdict): Promise<ProcessedEmailRecord[]>;
  /** How many messages there are with this verdict, or in total. */
  count(verdict?: EmailVerdict): Promise<LeadCount>;
  email(id: string): Promise<ProcessedEmailRecord | null>;
  /** The message with this key in a mailbox. */
  emailByKey(mailbox: string, messageKey: string): Promise<ProcessedEmailRecord | null>;
  /** Messages a person corrected, oldest correction first. */
  corrected(): Promise<ProcessedEmailRecord[]>;
  /**
   * Messages in review that the language model hasn't read, after fewer than `tries` attempts; fewest attempts first,
   * then newest.
   */
  unreadByModel(limit: number, tries: number): Promise<ProcessedEmailRecord[]>;
  /** Null when there is no such message. */
  update(
    id: string,
    patch: Partial<
      Pick<
        ProcessedEmailRecord,
        | "correction"
        | "correctedAt"
        | "correctionActId"
        | "leadId"
        | "verdict"
        | "leadName"
        | "confidence"
        | "reason"
        | "reasons"
        | "analysis"
        | "modelReading"
        | "modelTries"
      >
    >,
  ): Promise<ProcessedEmailRecord | null>;
  /** How many messages were processed since, not counting pasted ones. */
  countSince(at: string): Promise<number>;
  /** Deletes a mailbox's messages and cursors; its leads stay. */
  forget(mailbox: string): Promise<void>;
}
