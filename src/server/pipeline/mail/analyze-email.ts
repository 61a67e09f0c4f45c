import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import type { Contact } from "#server/pipeline/mail/contact/contact.ts";
import { readDeliveryReport, type DeliveryReport } from "#server/pipeline/mail/mime/delivery-report.ts";
import { evidenceOf, isOwn } from "#server/pipeline/mail/evidence.ts";
import { classifyEmail, type ClassifyOptions, type Verdict } from "#server/pipeline/mail/classify-email.ts";
import { storedAnalysisOf, withSignature } from "#server/pipeline/mail/stored-analysis.ts";
import { messagePartsOf, readMessageParts, type MessageParts } from "#server/pipeline/mail/mime/message-parts.ts";
import { writtenAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import { contentKeyOf, messageKeyOf } from "#server/pipeline/mail/mime/message-key.ts";
import type { Message } from "#server/pipeline/mail/mime/message.ts";
import { readMime } from "#server/pipeline/mail/mime/read-mime.ts";
import { readPasted } from "#server/pipeline/mail/read-pasted.ts";
import { unreadableEmail } from "#server/pipeline/mail/mime/unreadable-email.ts";

export interface AnalyzeOptions extends ClassifyOptions {
  /** Our mailbox addresses. Mail written by these or by our company is not a lead. */
  ownAddresses: readonly string[];
}

/** An analyzed message. An unreadable one has empty fields, and its verdict gives the reason. */
export interface AnalyzedEmail {
  /** As returned by `messageKeyOf`. */
  messageKey: string;
  /** Content hash of any message; distinguishes two that came with the same Message-ID. */
  contentKey: string;
  kind: "message" | "unreadable";
  /** As in the header, "Anna Schmidt <anna@acme.de>". */
  from: string;
  to: string[];
  subject: string;
  /** ISO 8601 in UTC; null when the message has no date. */
  date: string | null;
  /** Message-ID of the message that this one replies to; empty if it is not a reply. */
  inReplyTo: string;
  /** Message-IDs of the conversation, oldest first. */
  references: string[];
  /** Delivery report about another message; null when this is not a report. */
  deliveryReport: DeliveryReport | null;
  /** Written by us or our company, even if someone else forwarded it. */
  isOwn: boolean;
  contact: Contact;
  analysis: StoredAnalysis;
  /** For a lead's message, the parts needed to read it again. */
  letter: MessageParts | null;
  verdict: Verdict;
}

/**
 * Reads one message, either raw bytes from a mailbox or pasted text, and classifies whether its writer wants something
 * from the receiver's business. Never rejects because of a message's content: an unreadable one has kind "unreadable".
 */
export async function analyzeEmail(raw: Uint8Array | string, options: AnalyzeOptions): Promise<AnalyzedEmail> {
  let message: Message;
  try {
    message = typeof raw === "string" ? await readPasted(raw) : await readMime(raw);
  } catch (error) {
    return unreadableEmail(raw, error);
  }
  const { ownAddresses } = options;
  const { unwrapped, contact, words } = readMessageParts(message, ownAddresses);
  const { writer, form, subject, date, isForwarded } = unwrapped;
  const evidence = evidenceOf(message.from.address === "" ? message : { ...message, from: writer }, {
    writer: form === null ? writer.address || contact.email : contact.email,
    ownAddresses,
    isForwarded,
    isForm: form !== null,
    textLength: words.length,
  });
  const analysis = storedAnalysisOf(contact, { subject, text: words, evidence });
  const verdict = classifyEmail(analysis, options);
  return {
    messageKey: messageKeyOf(message),
    contentKey: contentKeyOf(message),
    kind: "message",
    from: writtenAddress(
      message.from.address === "" && message.from.name === ""
        ? { name: contact.name, address: contact.email }
        : message.from,
    ),
    to: message.to.map(writtenAddress),
    subject: message.subject || subject,
    date: date ?? message.date,
    inReplyTo: message.inReplyTo,
    references: message.references,
    deliveryReport: readDeliveryReport(raw),
    isOwn: isOwn(contact.email, ownAddresses),
    contact,
    analysis: verdict.verdict === "review" ? withSignature(analysis, unwrapped.signature) : analysis,
    letter: verdict.isLead ? messagePartsOf(message, ownAddresses) : null,
    verdict,
  };
}
