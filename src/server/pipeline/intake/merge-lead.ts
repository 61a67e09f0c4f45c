import { cutWhole } from "#shared/text/cut-whole.ts";
import { alternativeFact, hasRoomForFacts, withFact } from "#server/pipeline/intake/alternative-fact.ts";
import { originOf, type Arrival } from "#server/pipeline/intake/create-lead.ts";
import { hasReportedBefore, withOtherValue, withoutValue } from "#server/pipeline/intake/other-values.ts";
import { mergeCustom } from "#server/pipeline/intake/merge-custom.ts";
import { findRawInput, rawInputOf, withRawInput } from "#server/pipeline/intake/raw-input.ts";
import { saysTheSame } from "#server/pipeline/intake/same-value.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import type { FieldOrigin, LeadRecord } from "#shared/lead-record.ts";
import type { KnownLeadPolicy } from "#shared/contract/leads/lead-import.ts";
import { LIMITS } from "#shared/limits.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import { addTags } from "#server/pipeline/intake/lead-tags.ts";
import type { Fact, SourceRef } from "#shared/raw-lead.ts";

/** How to handle an incoming value. `supplant` also keeps the value it replaces as a fact. */
type Verdict = "ignore" | "set" | "supplant" | "append" | "keep as fact";

export interface MergeContext {
  /** The incoming email belongs to another lead or an erased person, so it can only become a fact here. */
  isEmailTaken: boolean;
  /** The user's choice for known leads, if they were asked. */
  policy?: Exclude<KnownLeadPolicy, "skip"> | undefined;
}

/**
 * Merges an incoming row into a known lead, without scoring it. Returns the same object when the row hasn't changed
 * since it was last merged, and one with only other `rawData` when a row of a file says nothing new. Fills empty fields and adds facts. A newer value replaces an older one from the same
 * source, which becomes a fact if it came from another row. A different value from another source becomes a fact; its
 * notes are appended. Values that a person typed, edited, picked or cleared stay. Values that did not win are stored
 * with their origin. The policy `fill` never replaces a value; `overwrite` replaces any different value, whatever its
 * source, and keeps it as a fact. A lead at the fact limit takes no new facts.
 */
export function mergeLead<T extends LeadRecord>(lead: T, arrival: Arrival, context: MergeContext): T {
  const { raw, normal, source, now } = arrival;
  const former = findRawInput(lead.rawData, raw, source);
  const isAlreadyReported = former?.contentHash === raw.contentHash;
  if (isAlreadyReported && context.policy !== "overwrite") return lead;

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
  if (raw.nextStep !== undefined && (lead.nextStep === null || context.policy === "overwrite")) {
    merged.nextStep = raw.nextStep;
    isSet ||= JSON.stringify(raw.nextStep) !== JSON.stringify(lead.nextStep);
  } else if (raw.nextStep !== undefined && JSON.stringify(raw.nextStep) !== JSON.stringify(lead.nextStep)) {
    learn({ name: `Next step (${source.name})`, value: `${raw.nextStep.text}, ${raw.nextStep.due}` });
  }
  for (const fact of normal.facts) learn(fact);
  const { policy } = context;
  const custom = mergeCustom(lead.customFields, raw.custom ?? [], { former, sourceName: source.name, policy });
  merged.customFields = custom.values;
  for (const fact of custom.facts) learn(fact);
  merged.tagMarks = addTags(lead.tagMarks, raw.tagIds ?? [], "person");
  const isSame =
    merged.facts === lead.facts &&
    merged.tagMarks === lead.tagMarks &&
    merged.otherValues === lead.otherValues &&
    custom.values === lead.customFields;
  const rawData = withRawInput(lead.rawData, rawInputOf(raw, source));
  if (!isSet && isSame) {
    if (isAlreadyReported) return lead;
    // Unlike a message, a row of a file isn't news.
    if (context.policy !== undefined && lead.source !== SAMPLE_SOURCE.kind) return { ...lead, rawData };
  }
  merged.rawData = rawData;
  merged.sourceData ??= raw.sourceData;
  // A real source now confirms a sample lead, so it is no longer removed with the sample.
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
  // A person cleared this field on purpose, so the value isn't stored as an alternative either.
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
    // The row gave this value before, so it is not new and doesn't change later decisions.
    return hasReportedBefore(lead, field, value, originOf(arrival, field)) ? "ignore" : "supplant";
  }
  return saysTheSame(lead, field, normal) ? "ignore" : "keep as fact";
}

/** The source named in a replaced value's fact: the one the value came from. */
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
