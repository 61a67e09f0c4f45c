import { alternativeOf } from "#server/pipeline/intake/alternative-fact.ts";
import { addressQualityOf, type AddressQuality } from "#shared/contract/leads/address-quality.ts";
import { fieldText } from "#shared/contract/leads/field-value.ts";
import { keyOfRuleField, ruleFieldOf } from "#shared/contract/leads/rule-condition.ts";
import { SCORED_FIELDS, type ScoredField } from "#shared/lead-fields.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { Fact } from "#shared/raw-lead.ts";

/** One text of a lead. `field` is a text field's name, `emailDomain`, `emailQuality`, `fact:NAME`, or `field:ID`. */
export interface LeadText {
  field: string;
  text: string;
}

/** The parts of a lead that keywords are searched in. */
export interface TextOfLead extends Pick<LeadRecord, ScoredField | "facts" | "email" | "customFields"> {
  addressQuality: AddressQuality | null;
}

/** The lead with the quality of its current address. */
export function withAddressQuality<L extends Pick<LeadRecord, "emailKey" | "address">>(
  lead: L,
): L & Pick<TextOfLead, "addressQuality"> {
  return { ...lead, addressQuality: addressQualityOf(lead).addressQuality };
}

/**
 * The texts to match keywords against, in this order: the scored fields, facts, the email's domain, its quality unless
 * unknown, and custom fields. Never includes the name or the part before the @. Facts with the same name form one text,
 * one per line, and so do the options of a multiple choice. No text is empty.
 */
export function leadTexts(lead: TextOfLead): LeadText[] {
  const texts: LeadText[] = [];
  for (const field of SCORED_FIELDS) {
    if (lead[field] !== "") texts.push({ field, text: lead[field] });
  }
  if (lead.facts.length > 0) texts.push(...factTexts(lead.facts));
  const at = lead.email.lastIndexOf("@");
  if (at >= 0) texts.push({ field: "emailDomain", text: lead.email.slice(at + 1) });
  const { addressQuality } = lead;
  if (addressQuality !== null && addressQuality !== "unknown") {
    texts.push({ field: "emailQuality", text: addressQuality });
  }
  if (lead.customFields.length > 0) texts.push(...customTexts(lead));
  return texts;
}

/** The values of custom fields. */
export function customTexts({ customFields }: Pick<LeadRecord, "customFields">): LeadText[] {
  return customFields.map(({ id, value }) => ({
    field: ruleFieldOf(String(id)),
    text: Array.isArray(value) ? value.join("\n") : fieldText(value),
  }));
}

/** The texts of `leadTexts` that a rule without fields searches. */
export function textsEverywhere(texts: readonly LeadText[]): readonly LeadText[] {
  let end = texts.length;
  while (end > 0 && !isEverywhere(texts[end - 1]?.field ?? "")) end -= 1;
  return end === texts.length ? texts : texts.slice(0, end);
}

/** Whether a rule without fields searches this one. */
export function isEverywhere(field: string): boolean {
  return field !== "emailQuality" && keyOfRuleField(field) === null;
}

function factTexts(facts: readonly Fact[]): LeadText[] {
  const texts = new Map<string, string>();
  for (const { name, value } of facts) {
    const alternative = alternativeOf(name);
    if (value === "" || alternative === "name" || alternative === "email") continue;
    const known = texts.get(name);
    texts.set(name, known === undefined ? value : `${known}\n${value}`);
  }
  return [...texts].map(([name, text]) => ({ field: `fact:${name}`, text }));
}
