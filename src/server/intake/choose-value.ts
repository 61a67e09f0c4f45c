import { alternativeFact, alternativeOf, withFact } from "#server/intake/alternative-fact.ts";
import { assessLead, type Judgement } from "#server/intake/assess-lead.ts";
import { parseEmailAddress } from "#server/intake/email-address.ts";
import { seenValues, withOtherValue, withoutValue } from "#server/intake/other-values.ts";
import { phoneKeyOf } from "#server/intake/phone-number.ts";
import type { FieldOrigin, StoredLead } from "#shared/lead-record.ts";
import type { LeadTextField } from "#shared/raw-lead.ts";

/**
 * The lead with another of the values seen of a field, scored and decided afresh: the origin comes with the value, what
 * the field had stays among the others, and from then on no source replaces what a person has picked. Null for a value
 * that was never seen, and for an e-mail that is no address.
 */
export function chooseValue(
  lead: StoredLead,
  field: LeadTextField,
  value: string,
  context: Judgement & { defaultCountry?: string },
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
  if (field === "phone") chosen.phoneKey = phoneKeyOf(value, context.defaultCountry);
  if (picked.factName !== null) chosen.facts = exchangedFacts(lead, field, value, picked.factName);
  return assessLead(chosen, context);
}

/** What was among the facts is the field's value now, and the other way round: keywords see the same text as before. */
function exchangedFacts(lead: StoredLead, field: LeadTextField, value: string, factName: string): StoredLead["facts"] {
  const left = lead.facts.filter((fact) => alternativeOf(fact.name) !== field || fact.value !== value);
  const before = lead[field];
  if (before === "") return left;
  const sourceName = lead.provenance[field]?.sourceName ?? "";
  const name = sourceName === "" ? factName : alternativeFact(field, sourceName, before).name;
  return withFact(left, { name, value: before });
}
