import type { AnalyzedEmail } from "#server/pipeline/mail/analyze-email.ts";

/** A message read for the first time; if it couldn't be read, `analyzed` is null and `problem` gives the reason. */
export interface MailMessage {
  /** Stays the same however often, and from whichever folder, the message is read. */
  messageKey: string;
  folder: string;
  uid: number | null;
  receivedAt: Date | null;
  analyzed: AnalyzedEmail | null;
  problem: string;
}
