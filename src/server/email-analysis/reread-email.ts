import type { RawLead } from "#shared/raw-lead.ts";
import { emailLead } from "#server/email-analysis/email-lead.ts";
import { keptOf } from "#server/email-analysis/kept-of.ts";
import { messageOf, readLetter, type Letter } from "#server/email-analysis/letter.ts";

/** What today's reader makes of a message that is kept with its lead; null where too little of it is. */
export function rereadEmail(rowKey: string, raw: unknown): RawLead | null {
  const letter = letterIn(raw);
  if (letter === null || !rowKey.startsWith("message:")) return null;
  const { unwrapped, contact, words } = readLetter(messageOf(letter), letter.ownAddresses);
  const { subject, date } = unwrapped;
  const kept = keptOf(contact, { subject, text: words, evidence: [] });
  return emailLead({ messageKey: rowKey.slice("message:".length), date: date ?? letter.date, kept, letter });
}

function letterIn(raw: unknown): Letter | null {
  if (typeof raw !== "object" || raw === null || !("letter" in raw)) return null;
  // Only emailLead writes it.
  return raw.letter as Letter | null;
}
