import { LEAD_FIELDS, LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Fact } from "#shared/raw-lead.ts";

/** Field labels that version 0.1 used in fact names, which stored leads still contain. */
const FORMER_LABELS: readonly (readonly [string, LeadTextField])[] = [
  ["E-mail", "email"],
  ["Title", "title"],
  ["Web address", "scrapeUrl"],
];
const OPENINGS = [...LEAD_TEXT_FIELDS.map((field) => [LEAD_FIELDS[field].label, field] as const), ...FORMER_LABELS].map(
  ([label, field]) => ({ opening: `${label} (`, field }),
);

/** Builds a fact for a value whose field was already filled: `Company (Leads 2026)`. `where` names its source. */
export function alternativeFact(field: LeadTextField, where: string, value: string): Fact {
  return { name: `${LEAD_FIELDS[field].label} (${where})`, value };
}

/** The field that a fact offers an alternative value for, by the fact's name; undefined for any other fact. */
export function alternativeOf(factName: string): LeadTextField | undefined {
  return OPENINGS.find(({ opening }) => factName.startsWith(opening))?.field;
}

/** Whether a lead can take another fact. Capped so that someone who keeps writing can't grow it without limit. */
export function hasRoomForFacts(facts: readonly Fact[]): boolean {
  const { lead } = LIMITS;
  return facts.length < lead.facts && facts.reduce((length, { value }) => length + value.length, 0) < lead.factsLength;
}

/** Adds the fact; returns the same array when it is already there. */
export function withFact(facts: Fact[], fact: Fact): Fact[] {
  const isKnown = facts.some(({ name, value }) => value === fact.value && isSameName(name, fact.name));
  return isKnown ? facts : [...facts, fact];
}

/** Whether two facts have the same name, allowing for a former field label. */
function isSameName(one: string, other: string): boolean {
  if (one === other) return true;
  const field = alternativeOf(one);
  return field !== undefined && field === alternativeOf(other) && placeIn(one) === placeIn(other);
}

function placeIn(factName: string): string {
  return factName.slice(factName.indexOf("("));
}
