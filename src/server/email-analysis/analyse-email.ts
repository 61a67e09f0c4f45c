import type { KeptAnalysis } from "#shared/kept-analysis.ts";
import type { Contact } from "#server/email-analysis/contact.ts";
import { readDeliveryReport, type DeliveryReport } from "#server/email-analysis/delivery-report.ts";
import { evidenceOf, isOwn } from "#server/email-analysis/evidence.ts";
import { judgeEmail, type JudgedBy, type Verdict } from "#server/email-analysis/judge-email.ts";
import { keptOf } from "#server/email-analysis/kept-of.ts";
import { letterOf, readLetter, type Letter } from "#server/email-analysis/letter.ts";
import { writtenAddress } from "#server/email-analysis/mail-address.ts";
import { contentKeyOf, hashKey, messageKeyOf } from "#server/email-analysis/message-key.ts";
import type { Message } from "#server/email-analysis/message.ts";
import { readMime } from "#server/email-analysis/read-mime.ts";
import { readPasted } from "#server/email-analysis/read-pasted.ts";

export interface AnalyseOptions extends JudgedBy {
  /** The addresses that mail is received at: what they or their company wrote is no lead. */
  ownAddresses: readonly string[];
}

/** A message as it was understood. An unreadable one has empty fields, and its verdict says why. */
export interface AnalysedEmail {
  /** As `messageKeyOf` says. */
  messageKey: string;
  /** That hash, of any message: it tells apart two that came with the same Message-ID. */
  contentKey: string;
  kind: "message" | "unreadable";
  /** As in the header, "Anna Schmidt <anna@acme.de>". */
  from: string;
  to: string[];
  subject: string;
  /** ISO 8601 in UTC; null when the message does not say. */
  date: string | null;
  /** Message-ID of the message that this one answers; empty when it answers none. */
  inReplyTo: string;
  /** The Message-IDs of the conversation that it belongs to, the oldest first. */
  references: string[];
  /** What it says of another message's delivery; null when it is no report of one. */
  deliveryReport: DeliveryReport | null;
  /** Written by ourselves or our company, whoever passed it on. */
  isOwn: boolean;
  contact: Contact;
  kept: KeptAnalysis;
  /** Of a lead's message, what it can be read again from. */
  letter: Letter | null;
  verdict: Verdict;
}

/**
 * Reads one message, the bytes of a mailbox or text that a person pasted, and judges whether its writer wants something
 * from the receiver's business. Never rejects for what a message holds: what cannot be read is of kind "unreadable".
 */
export async function analyseEmail(raw: Uint8Array | string, options: AnalyseOptions): Promise<AnalysedEmail> {
  let message: Message;
  try {
    message = typeof raw === "string" ? await readPasted(raw) : await readMime(raw);
  } catch (error) {
    return unreadable(raw, error);
  }
  const { ownAddresses } = options;
  const { unwrapped, contact, words } = readLetter(message, ownAddresses);
  const { writer, form, subject, date, isForwarded } = unwrapped;
  const evidence = evidenceOf(message, {
    writer: form === null ? writer.address || contact.email : contact.email,
    ownAddresses,
    isForwarded,
    isForm: form !== null,
    textLength: words.length,
  });
  const kept = keptOf(contact, { subject, text: words, evidence });
  const verdict = judgeEmail(kept, options);
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
    kept,
    letter: verdict.isLead ? letterOf(message, ownAddresses) : null,
    verdict,
  };
}

function unreadable(raw: Uint8Array | string, error: unknown): AnalysedEmail {
  const cause = error instanceof Error ? error.message : String(error);
  const reason = `The message cannot be read: ${cause.slice(0, 200)}`;
  const nothing: Contact = {
    name: "",
    company: "",
    title: "",
    phone: "",
    email: "",
    address: "",
    website: "",
    methods: {},
  };
  return {
    messageKey: hashKey(raw),
    contentKey: hashKey(raw),
    kind: "unreadable",
    from: "",
    to: [],
    subject: "",
    date: null,
    inReplyTo: "",
    references: [],
    deliveryReport: null,
    isOwn: false,
    contact: nothing,
    kept: keptOf(nothing, { subject: "", text: "", evidence: [] }),
    letter: null,
    verdict: { isLead: false, confidence: 0, reason, reasons: [] },
  };
}
