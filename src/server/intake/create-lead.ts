import type { NormalLead } from "#server/intake/normalise.ts";
import { rawInputOf } from "#server/intake/raw-input.ts";
import type { FieldOrigin, LeadRecord } from "#shared/lead-record.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField, type RawLead, type SourceRef } from "#shared/raw-lead.ts";

/** What arrives and from where. `now` is ISO 8601 UTC. */
export interface Arrival {
  raw: RawLead;
  normal: NormalLead;
  source: SourceRef;
  now: string;
}

/** A new lead, not scored yet. */
export function createLead(arrival: Arrival): LeadRecord {
  const { raw, normal, source, now } = arrival;
  const filled = LEAD_TEXT_FIELDS.filter((field) => normal.fields[field] !== "");
  return {
    id: null,
    ...normal.fields,
    source: source.kind,
    status: "pending",
    statusSetBy: "rule",
    qualificationStatus: "incomplete",
    missingInfo: [],
    followUpAttempts: 0,
    lastFollowUp: null,
    score: 0,
    keywords: [],
    sourceData: raw.sourceData,
    rawData: [rawInputOf(raw, source)],
    processedAt: null,
    createdAt: now,
    updatedAt: now,
    facts: normal.facts,
    provenance: Object.fromEntries(filled.map((field) => [field, originOf(arrival, field)])),
    otherValues: [],
    scoreParts: [],
    emailKey: normal.emailKey,
    phoneKey: normal.phoneKey,
  };
}

/** Where a field's value comes from: typed by a person, read by a source in its way, or made of other fields. */
export function originOf({ raw, normal, source, now }: Arrival, field: LeadTextField): FieldOrigin {
  const isDerived = field === "name" && normal.isNameDerived;
  const read = source.kind === "manual" ? "typed" : (raw.methods?.[field] ?? "column");
  const { rowKey, locator } = raw;
  return {
    source: source.kind,
    sourceName: source.name,
    locator,
    method: isDerived ? "derived" : read,
    at: now,
    sourceId: source.id,
    rowKey,
  };
}
