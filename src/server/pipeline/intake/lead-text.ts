import { alternativeOf } from "#server/pipeline/intake/alternative-fact.ts";
import { SCORED_FIELDS, type ScoredField } from "#shared/lead-fields.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { Fact } from "#shared/raw-lead.ts";

/** One text of a lead. `field` is a text field's name, `emailDomain`, or `fact:NAME`. */
export interface LeadText {
  field: string;
  text: string;
}

/** The parts of a lead that keywords are searched in. */
export type TextOfLead = Pick<LeadRecord, ScoredField | "facts" | "email">;

/**
 * The texts to match keywords against, in this order: the scored fields, facts, the email's domain. Never includes the
 * name or the part before the @. Facts with the same name form one text, one per line. No text is empty.
 */
export function leadTexts(lead: TextOfLead): LeadText[] {
  const texts: LeadText[] = [];
  for (const field of SCORED_FIELDS) {
    if (lead[field] !== "") texts.push({ field, text: lead[field] });
  }
  if (lead.facts.length > 0) texts.push(...factTexts(lead.facts));
  const at = lead.email.lastIndexOf("@");
  if (at >= 0) texts.push({ field: "emailDomain", text: lead.email.slice(at + 1) });
  return texts;
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
