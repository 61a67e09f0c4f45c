import { alternativeOf } from "#server/intake/alternative-fact.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { Fact } from "#shared/raw-lead.ts";

/** One stretch of a lead's text. `field` is a text field's name, `emailDomain`, or `fact:NAME`. */
export interface LeadText {
  field: string;
  text: string;
}

/** What of a lead keywords are looked for in. */
export type TextOfLead = Pick<LeadRecord, "company" | "industry" | "title" | "notes" | "facts" | "email">;

/**
 * The texts that keywords are matched against, in this order: company, industry, title, notes, facts, domain of the
 * e-mail. Never the name or what stands before the @. Facts of one name form one text, a line each. No text is empty.
 */
export function leadTexts(lead: TextOfLead): LeadText[] {
  const texts: LeadText[] = [];
  for (const field of ["company", "industry", "title", "notes"] as const) {
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
