import type { RawLead } from "#shared/raw-lead.ts";
import { emailLead } from "#server/pipeline/mail/email-lead.ts";
import { storedAnalysisOf } from "#server/pipeline/mail/stored-analysis.ts";
import { messageOf, readMessageParts, type MessageParts } from "#server/pipeline/mail/mime/message-parts.ts";

/** Reads a lead's stored message with the current reader; null if too little of it is stored. */
export function rereadEmail(rowKey: string, raw: unknown): RawLead | null {
  const parts = messagePartsIn(raw);
  if (parts === null || !rowKey.startsWith("message:")) return null;
  const { unwrapped, contact, words } = readMessageParts(messageOf(parts), parts.ownAddresses);
  const { subject, date } = unwrapped;
  const analysis = storedAnalysisOf(contact, { subject, text: words, evidence: [] });
  return emailLead({ messageKey: rowKey.slice("message:".length), date: date ?? parts.date, analysis, letter: parts });
}

function messagePartsIn(raw: unknown): MessageParts | null {
  if (typeof raw !== "object" || raw === null || !("letter" in raw)) return null;
  // Safe cast: only emailLead writes this property.
  return raw.letter as MessageParts | null;
}
