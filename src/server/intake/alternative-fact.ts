import { LIMITS } from "#shared/limits.ts";
import { LEAD_TEXT_FIELDS, type Fact, type LeadTextField } from "#shared/raw-lead.ts";

const LABELS: Record<LeadTextField, string> = {
  name: "Name",
  email: "E-mail",
  company: "Company",
  industry: "Industry",
  title: "Title",
  phone: "Phone",
  scrapeUrl: "Web address",
  notes: "Notes",
};

/** A value that found a field taken, kept as a fact: `Company (Leads 2026)`. `where` says where it came from. */
export function alternativeFact(field: LeadTextField, where: string, value: string): Fact {
  return { name: `${LABELS[field]} (${where})`, value };
}

/** Which field a fact's name offers another value for; undefined for any other fact. */
export function alternativeOf(factName: string): LeadTextField | undefined {
  return LEAD_TEXT_FIELDS.find((field) => factName.startsWith(`${LABELS[field]} (`));
}

/** Whether a lead may learn another: whoever writes again and again must not make it as large as they like. */
export function hasRoomForFacts(facts: readonly Fact[]): boolean {
  const { lead } = LIMITS;
  return facts.length < lead.facts && facts.reduce((length, { value }) => length + value.length, 0) < lead.factsLength;
}

/** The facts with this one added, the same array when it is there already. */
export function withFact(facts: Fact[], fact: Fact): Fact[] {
  const isKnown = facts.some(({ name, value }) => name === fact.name && value === fact.value);
  return isKnown ? facts : [...facts, fact];
}
