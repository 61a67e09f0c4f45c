import type { EmailCorrection, EmailReason } from "#shared/contract/mailbox.ts";
import type { KeptAnalysis } from "#shared/kept-analysis.ts";

/** The mailbox of the Gmail screen. A data source of type email keeps the same in its config. */
export interface MailboxRecord {
  email: string;
  sealedAppPassword: string | null;
  enabled: boolean;
  autoSync: boolean;
  syncInterval: number;
  labels: string;
  /** Empty for the operator's default. */
  server: string;
  lastSync: string | null;
  /** When a sync last began, however it ended. */
  lastAttempt: string | null;
  failingSince: string | null;
  lastError: string;
  /** How many messages, at least, the last sync left to the next one. */
  messagesWaiting: number;
}

/** How far a folder has been read (RFC 3501 UIDVALIDITY and UID, RFC 7162 MODSEQ; decimal digits where 32 bits are too few). */
export interface FolderCursor {
  uidValidity: string;
  lastUid: number;
  modSeq: string | null;
  /** How far back the folder's first look goes, ISO 8601, until that has reached the folder's end; null from then on. */
  since: string | null;
}

export interface ProcessedEmailRecord {
  id: string;
  /** `gmail`, `pasted`, or `mailbox:` and the id of a data source. */
  mailbox: string;
  /** Message-ID, or a hash of what else tells the message; unique within a mailbox. */
  messageKey: string;
  folder: string;
  uid: number | null;
  from: string;
  leadName: string;
  subject: string;
  isLead: boolean;
  confidence: number;
  reason: string;
  reasons: EmailReason[];
  kind: "message" | "reply" | "unreadable";
  correction: EmailCorrection | null;
  correctedAt: string | null;
  /** The act by which a correction changed a lead, so that it can be taken back with it. */
  correctionActId: string | null;
  leadId: string | null;
  analysis: KeptAnalysis | null;
  date: string;
  processedAt: string;
}

/** `leadRow` is the row key under which the batch takes its lead in; null for what is none. */
export type NewProcessedEmail = Omit<ProcessedEmailRecord, "id" | "correction" | "correctedAt" | "correctionActId"> & {
  leadRow: string | null;
};

/** Written in the transaction of the batch: messages seen, and how far their folder is read. Known messages are passed by. */
export interface MessagesWrite {
  kind: "messages";
  emails: readonly NewProcessedEmail[];
  cursor: { mailbox: string; folder: string; cursor: FolderCursor } | null;
}

export interface MailboxStore {
  read(): Promise<MailboxRecord | null>;
  /** Changes the mailbox, or makes it of these fields and the rest empty. */
  write(patch: Partial<MailboxRecord>): Promise<MailboxRecord>;
  cursors(mailbox: string): Promise<Map<string, FolderCursor>>;
  /** Those of these messages that have been seen in the mailbox, in any folder, by their keys. */
  seen(
    mailbox: string,
    messageKeys: readonly string[],
  ): Promise<Map<string, Pick<ProcessedEmailRecord, "from" | "date">>>;
  /** Newest first by when they were processed, from below `cursor` (a message's id). */
  emails(limit: number, cursor?: string): Promise<ProcessedEmailRecord[]>;
  email(id: string): Promise<ProcessedEmailRecord | null>;
  /** The message that a mailbox has under this key. */
  emailByKey(mailbox: string, messageKey: string): Promise<ProcessedEmailRecord | null>;
  /** The messages that a person corrected, oldest correction first. */
  corrected(): Promise<ProcessedEmailRecord[]>;
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
        | "isLead"
        | "leadName"
        | "confidence"
        | "reason"
        | "reasons"
      >
    >,
  ): Promise<ProcessedEmailRecord | null>;
  /** How many messages of mailboxes, pasted ones left out, were processed since. */
  countSince(at: string): Promise<number>;
  /** The messages and cursors of a mailbox are forgotten, its leads stay. */
  forget(mailbox: string): Promise<void>;
}
