import { alternativeFact, alternativeOf, withFact } from "#server/pipeline/intake/alternative-fact.ts";
import { assessLead, type ScoringOptions } from "#server/pipeline/intake/assess-lead.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { seenValues, withOtherValue, withoutValue } from "#server/pipeline/intake/other-values.ts";
import { phoneKeyOf } from "#server/pipeline/intake/phone-number.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import type { FieldOrigin, StoredLead } from "#shared/lead-record.ts";

/**
 * Sets a field to another of its seen values, then rescores the lead. The value brings its origin, the previous value
 * stays among the alternatives, and no source overwrites the choice from then on. Returns null for a value that was
 * never seen and for an invalid email address.
 */
export function chooseValue(
  lead: StoredLead,
  field: LeadTextField,
  value: string,
  context: ScoringOptions,
): StoredLead | null {
  const picked = seenValues(lead, field).find((seen) => seen.value === value);
  const email = field === "email" ? parseEmailAddress(value) : null;
  if (picked === undefined || (field === "email" && email === null)) return null;

  const before = lead[field];
  const former = lead.provenance[field] ?? null;
  const origin: FieldOrigin = {
    ...(picked.origin ?? { source: "manual", sourceName: "", locator: "", method: "edited", at: context.now }),
    isChosen: true,
  };
  const others = withoutValue(lead.otherValues, field, value, null);
  const chosen: StoredLead = {
    ...lead,
    provenance: { ...lead.provenance, [field]: origin },
    otherValues: withOtherValue(others, { field, value: before, origin: former }),
    updatedAt: context.now,
  };
  chosen[field] = email?.address ?? value;
  if (field === "email") chosen.emailKey = email?.key ?? null;
  if (field === "phone") chosen.phoneKey = phoneKeyOf(value);
  if (picked.factName !== null) chosen.facts = exchangedFacts(lead, field, value, picked.factName);
  return assessLead(chosen, context);
}

/** Swaps the field's value with the fact that held the chosen one, so that keywords see the same text as before. */
function exchangedFacts(lead: StoredLead, field: LeadTextField, value: string, factName: string): StoredLead["facts"] {
  const left = lead.facts.filter((fact) => alternativeOf(fact.name) !== field || fact.value !== value);
  const before = lead[field];
  if (before === "") return left;
  const sourceName = lead.provenance[field]?.sourceName ?? "";
  const name = sourceName === "" ? factName : alternativeFact(field, sourceName, before).name;
  return withFact(left, { name, value: before });
}
