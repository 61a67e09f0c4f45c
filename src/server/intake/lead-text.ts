import { alternativeOf } from "#server/intake/alternative-fact.ts";
import type { LeadRecord } from "#shared/lead-record.ts";

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
  const texts: LeadText[] = [
    { field: "company", text: lead.company },
    { field: "industry", text: lead.industry },
    { field: "title", text: lead.title },
    { field: "notes", text: lead.notes },
  ];
  for (const { name, value } of lead.facts) {
    const alternative = alternativeOf(name);
    if (alternative === "name" || alternative === "email") continue;
    const field = `fact:${name}`;
    const known = texts.find((text) => text.field === field);
    if (known === undefined) texts.push({ field, text: value });
    else known.text += `\n${value}`;
  }
  const at = lead.email.lastIndexOf("@");
  if (at >= 0) texts.push({ field: "emailDomain", text: lead.email.slice(at + 1) });
  return texts.filter(({ text }) => text !== "");
}
