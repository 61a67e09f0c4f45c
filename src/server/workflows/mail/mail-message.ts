import type { AnalysedEmail } from "#server/email-analysis/analyse-email.ts";

/** A message that was read for the first time; `analysed` is null when it could not be, which `problem` tells. */
export interface MailMessage {
  /** The same however often and wherever in the mailbox it is read. */
  messageKey: string;
  folder: string;
  uid: number | null;
  receivedAt: Date | null;
  analysed: AnalysedEmail | null;
  problem: string;
}
