import { alternativeFact, hasRoomForFacts, withFact } from "#server/intake/alternative-fact.ts";
import { cutWhole } from "#server/intake/clean-text.ts";
import { originOf, type Arrival } from "#server/intake/create-lead.ts";
import { hasSaidBefore, withOtherValue, withoutValue } from "#server/intake/other-values.ts";
import { findRawInput, rawInputOf, withRawInput } from "#server/intake/raw-input.ts";
import { saysTheSame } from "#server/intake/same-value.ts";
import type { FieldOrigin, LeadRecord } from "#shared/lead-record.ts";
import type { KnownLeadPolicy } from "#shared/contract/lead-import.ts";
import { LIMITS } from "#shared/limits.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import { LEAD_TEXT_FIELDS, type Fact, type LeadTextField, type SourceRef } from "#shared/raw-lead.ts";

/** What to do with an arriving value. `supplant` also keeps the value it replaces as a fact. */
type Verdict = "ignore" | "set" | "supplant" | "append" | "keep as fact";

export interface MergeContext {
  /** The arrival's e-mail is another lead's key, or was of somebody erased, so it can only be a fact here. */
  isEmailTaken: boolean;
  /** What a person chose for known leads, where one was asked. */
  policy?: Exclude<KnownLeadPolicy, "skip"> | undefined;
}

/**
 * A known lead with what an arrival adds, not scored yet; the very same lead when the arrival's row has not changed
 * since it last told of it. Empty fields are filled and new facts added. A newer value of the same source replaces the
 * older, which becomes a fact when it came from another row. Another source's differing value becomes a fact; its notes
 * go below. What a person typed, edited, picked or emptied stays. Values that did not win are remembered with their origin. Under the policy `fill` no value is ever replaced; under
 * `overwrite` any differing one is, whatever its source, and becomes a fact. A lead that is full of facts learns no
 * more of them.
 */
export function mergeLead<T extends LeadRecord>(lead: T, arrival: Arrival, context: MergeContext): T {
  const { raw, normal, source, now } = arrival;
  const isToldAlready = findRawInput(lead.rawData, raw, source)?.contentHash === raw.contentHash;
  if (isToldAlready && context.policy !== "overwrite") return lead;

  const merged: T = { ...lead, provenance: { ...lead.provenance }, updatedAt: now };
  const learn = (fact: Fact): void => {
    if (hasRoomForFacts(merged.facts)) merged.facts = withFact(merged.facts, fact);
  };
  let isSet = false;
  for (const field of LEAD_TEXT_FIELDS) {
    const value = normal.fields[field];
    const before = lead[field];
    const verdict = verdictOf(lead, field, arrival, context);
    switch (verdict) {
      case "ignore":
        break;
      case "keep as fact":
        learn(alternativeFact(field, source.name, value));
        remember(merged, field, value, originOf(arrival, field));
        break;
      case "append":
        merged.notes = cutWhole(`${before}\n${value}`, LIMITS.lead.notesLength);
        break;
      case "supplant":
        learn(alternativeFact(field, whereFrom(lead, field, source), before));
        setField(merged, field, arrival);
        remember(merged, field, before, lead.provenance[field] ?? null);
        break;
      case "set":
        setField(merged, field, arrival);
    }
    isSet ||= verdict !== "ignore" && verdict !== "keep as fact";
  }
  for (const fact of normal.facts) learn(fact);
  if (isToldAlready && !isSet && merged.facts === lead.facts) return lead;
  merged.rawData = withRawInput(lead.rawData, rawInputOf(raw, source));
  merged.sourceData ??= raw.sourceData;
  // Somebody real, whom the sample has only guessed: no longer one of those that go with it.
  if (lead.source === SAMPLE_SOURCE.kind) merged.source = source.kind;
  return merged;
}

function verdictOf(
  lead: LeadRecord,
  field: LeadTextField,
  arrival: Arrival,
  { isEmailTaken, policy }: MergeContext,
): Verdict {
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

  const isPersons = origin?.method === "edited" || origin?.method === "typed" || origin?.isChosen === true;
  if (policy === "overwrite" && !isPersons) return saysTheSame(lead, field, normal) ? "set" : "supplant";
  if (field === "notes" && !isPersons) {
    if (before.includes(value)) return "ignore";
    return value.includes(before) ? "set" : "append";
  }
  if (policy === undefined && !isPersons && origin !== undefined && isSameSource(origin, source)) {
    if (origin.rowKey === raw.rowKey) return "set";
    // What the row has said before is no news, and no reason to change what was decided since.
    return hasSaidBefore(lead, field, value, originOf(arrival, field)) ? "ignore" : "supplant";
  }
  return saysTheSame(lead, field, normal) ? "ignore" : "keep as fact";
}

/** What the fact of a supplanted value names: the source that gave it. */
function whereFrom(lead: LeadRecord, field: LeadTextField, otherwise: SourceRef): string {
  return lead.provenance[field]?.sourceName ?? otherwise.name;
}

function setField(lead: LeadRecord, field: LeadTextField, arrival: Arrival): void {
  const { normal } = arrival;
  const origin = originOf(arrival, field);
  lead[field] = normal.fields[field];
  lead.provenance[field] = origin;
  if (lead.otherValues.length > 0) {
    lead.otherValues = withoutValue(lead.otherValues, field, lead[field], origin);
  }
  if (field === "email") lead.emailKey = normal.emailKey;
  if (field === "phone") lead.phoneKey = normal.phoneKey;
}

function remember(lead: LeadRecord, field: LeadTextField, value: string, origin: FieldOrigin | null): void {
  lead.otherValues = withOtherValue(lead.otherValues, { field, value, origin });
}

function isSameSource(origin: FieldOrigin, source: SourceRef): boolean {
  return origin.source === source.kind && origin.sourceId === source.id;
}
