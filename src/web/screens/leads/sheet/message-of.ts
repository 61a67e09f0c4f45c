import type { LeadDetail, Origin } from "#shared/contract/leads/lead.ts";
import type { FieldProvenance } from "#shared/contract/leads/provenance.ts";

interface LeadMessage {
  title: string;
  subject: string;
  text: string;
  origin: Origin | null;
}

/**
 * What made this a lead: its first message, or the notes it came with; null if it has neither. Once the team has edited
 * the notes, `seen` has the original.
 */
export function messageOf({ facts, notes, provenance }: LeadDetail, seen?: FieldProvenance): LeadMessage | null {
  const factNamed = (name: string): string => facts.find((fact) => fact.name === name)?.value ?? "";
  const text = factNamed("Message");
  if (text !== "") return { title: "Message", subject: factNamed("Subject"), text, origin: null };
  const values = [
    { value: notes, origin: provenance["notes"] ?? null },
    ...(seen === undefined ? [] : [seen, ...seen.others]),
  ];
  const original = values.findLast(
    ({ value, origin }) => value.trim() !== "" && origin !== null && origin.method !== "edited",
  );
  if (original?.origin == null) return null;
  const { value, origin } = original;
  return { title: origin.method === "typed" ? "Original note" : "Message", subject: "", text: value, origin };
}

/** Whether a fact is shown as the message. */
export function isInMessage(lead: LeadDetail, { name, value }: LeadDetail["facts"][number]): boolean {
  const message = messageOf(lead);
  if (message === null) return false;
  return (name === "Message" && value === message.text) || (name === "Subject" && value === message.subject);
}
