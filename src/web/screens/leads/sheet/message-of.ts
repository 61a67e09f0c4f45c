import type { LeadDetail, Origin } from "#shared/contract/lead.ts";

interface LeadMessage {
  title: string;
  subject: string;
  text: string;
  origin: Origin | null;
}

/** What made this a lead: its first message, or the notes it came with; null if it has neither. */
export function messageOf({ facts, notes, provenance }: LeadDetail): LeadMessage | null {
  const factNamed = (name: string): string => facts.find((fact) => fact.name === name)?.value ?? "";
  const text = factNamed("Message");
  if (text !== "") return { title: "Message", subject: factNamed("Subject"), text, origin: null };
  const origin = provenance["notes"] ?? null;
  // Edited notes are what the team wrote later.
  if (notes.trim() === "" || origin === null || origin.method === "edited") return null;
  return { title: origin.method === "typed" ? "Original note" : "Message", subject: "", text: notes, origin };
}

/** Whether a fact is shown as the message. */
export function isInMessage(lead: LeadDetail, { name, value }: LeadDetail["facts"][number]): boolean {
  const message = messageOf(lead);
  if (message === null) return false;
  return (name === "Message" && value === message.text) || (name === "Subject" && value === message.subject);
}
