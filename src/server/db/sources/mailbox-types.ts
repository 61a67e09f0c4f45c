import type { EmailCorrection, EmailReason, EmailVerdict } from "#shared/contract/mailbox.ts";
import type { SignInMethod } from "#shared/mail-providers.ts";
import type { StoredAnalysis } from "#shared/stored-analysis.ts";

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
