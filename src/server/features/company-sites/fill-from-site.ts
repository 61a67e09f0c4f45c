import type { CompanyFact } from "#shared/contract/leads/company-site.ts";
import { LEAD_FIELDS } from "#shared/lead-fields.ts";
import type { FieldOrigin, StoredLead } from "#shared/lead-record.ts";
import { cutWhole } from "#server/pipeline/intake/clean-text.ts";

/**
 * The fields filled from facts. The phone isn't: a company's switchboard would hide that the person's own number is
 * missing.
 */
const FILLED = { company: "name", industry: "industry" } as const;

/** Whether these facts fill a field that earlier ones didn't. */
export function fillsMore(facts: readonly CompanyFact[], earlier: readonly CompanyFact[]): boolean {
  return Object.values(FILLED).some(
    (kind) => facts.some((fact) => fact.kind === kind) && !earlier.some((fact) => fact.kind === kind),
  );
}

/** Fills the lead's empty fields, except those that a person cleared; null if there are none to fill. */
export function filledFromSite(
  lead: StoredLead,
  { domain, facts }: { domain: string; facts: readonly CompanyFact[] },
  at: string,
): StoredLead | null {
  const filled: StoredLead = { ...lead, provenance: { ...lead.provenance }, updatedAt: at };
  let isFilled = false;
  for (const field of ["company", "industry"] as const) {
    const fact = facts.find(({ kind }) => kind === FILLED[field]);
    const origin = lead.provenance[field];
    if (fact === undefined || lead[field] !== "" || origin?.method === "edited" || origin?.isChosen === true) continue;
    filled[field] = cutWhole(fact.value, LEAD_FIELDS[field].maxLength);
    filled.provenance[field] = originOf(fact, domain, at);
    isFilled = true;
  }
  return isFilled ? filled : null;
}

function originOf({ url }: CompanyFact, domain: string, at: string): FieldOrigin {
  return { source: "website", sourceName: domain, locator: url, method: "text", at };
}
