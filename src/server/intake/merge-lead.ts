import { alternativeFact, withFact } from "#server/intake/alternative-fact.ts";
import { cutWhole } from "#server/intake/clean-text.ts";
import { originOf, type Arrival } from "#server/intake/create-lead.ts";
import { findRawInput, rawInputOf, withRawInput } from "#server/intake/raw-input.ts";
import type { FieldOrigin, LeadRecord } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField, type SourceRef } from "#shared/raw-lead.ts";

/** What to do with an arriving value. `supplant` also keeps the value it replaces as a fact. */
type Verdict = "ignore" | "set" | "supplant" | "append" | "keep as fact";

/**
 * A known lead with what an arrival adds, not scored yet; the very same lead when the arrival's row has not changed
 * since it last told of it. Empty fields are filled and new facts added. A newer value of the same source replaces the
 * older, which becomes a fact when it came from another row. Another source's differing value becomes a fact; its notes
 * go below. What a person typed, edited or emptied stays. `isEmailTaken`: the arrival's e-mail is another lead's key,
 * so it can only be a fact here.
 */
export function mergeLead<T extends LeadRecord>(lead: T, arrival: Arrival, isEmailTaken: boolean): T {
  const { raw, normal, source, now } = arrival;
  if (findRawInput(lead.rawData, raw, source)?.contentHash === raw.contentHash) return lead;

  const merged: T = { ...lead, provenance: { ...lead.provenance }, updatedAt: now };
  for (const field of LEAD_TEXT_FIELDS) {
    const value = normal.fields[field];
    const before = lead[field];
    switch (verdictOf(lead, field, arrival, isEmailTaken)) {
      case "ignore":
        break;
      case "keep as fact":
        merged.facts = withFact(merged.facts, alternativeFact(field, source.name, value));
        break;
      case "append":
        merged.notes = cutWhole(`${before}\n${value}`, LIMITS.lead.notesLength);
        break;
      case "supplant":
        merged.facts = withFact(merged.facts, alternativeFact(field, source.name, before));
        setField(merged, field, arrival);
        break;
      case "set":
        setField(merged, field, arrival);
    }
  }
  for (const fact of normal.facts) merged.facts = withFact(merged.facts, fact);
  merged.rawData = withRawInput(lead.rawData, rawInputOf(raw, source));
  merged.sourceData ??= raw.sourceData;
  return merged;
}

function verdictOf(lead: LeadRecord, field: LeadTextField, arrival: Arrival, isEmailTaken: boolean): Verdict {
  const { normal, raw, source } = arrival;
  const value = normal.fields[field];
  const before = lead[field];
  const origin = lead.provenance[field];
  if (value === "" || value === before) return "ignore";
  if (field === "name" && normal.isNameDerived) return before === "" ? "set" : "ignore";
  if (field === "email" && isEmailTaken) return "keep as fact";
  // A person who emptied a field meant it, so nothing is put beside the emptiness either.
  if (before === "") return origin?.method === "edited" ? "ignore" : "set";
  if (field === "name" && origin?.method === "derived") return "set";

  const isPersons = origin?.method === "edited" || origin?.method === "typed";
  if (field === "notes" && !isPersons) {
    if (before.includes(value)) return "ignore";
    return value.includes(before) ? "set" : "append";
  }
  if (!isPersons && origin !== undefined && isSameSource(origin, source)) {
    return origin.rowKey === raw.rowKey ? "set" : "supplant";
  }
  return saysTheSame(lead, field, arrival) ? "ignore" : "keep as fact";
}

function setField(lead: LeadRecord, field: LeadTextField, arrival: Arrival): void {
  const { normal } = arrival;
  lead[field] = normal.fields[field];
  lead.provenance[field] = originOf(arrival, field);
  if (field === "email") lead.emailKey = normal.emailKey;
  if (field === "phone") lead.phoneKey = normal.phoneKey;
}

function isSameSource(origin: FieldOrigin, source: SourceRef): boolean {
  return origin.source === source.kind && origin.sourceId === source.id;
}

/** Another way of writing what is known is no news. */
function saysTheSame(lead: LeadRecord, field: LeadTextField, { normal }: Arrival): boolean {
  if (field === "email") return normal.emailKey === lead.emailKey;
  if (field === "phone" && normal.phoneKey !== null) return normal.phoneKey === lead.phoneKey;
  return plain(normal.fields[field]) === plain(lead[field]);
}

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();
}
