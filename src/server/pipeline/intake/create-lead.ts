import type { NormalLead } from "#server/pipeline/intake/normalize.ts";
import { addTags } from "#server/pipeline/intake/lead-tags.ts";
import { rawInputOf } from "#server/pipeline/intake/raw-input.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import type { FieldOrigin, LeadRecord } from "#shared/lead-record.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";

/** A row to import and its source. `now` is ISO 8601 UTC. */
export interface Arrival {
  raw: RawLead;
  normal: NormalLead;
  source: SourceRef;
  now: string;
}

/** Creates a lead that is not scored yet. */
export function createLead(arrival: Arrival): LeadRecord {
  const { raw, normal, source, now } = arrival;
  const filled = LEAD_TEXT_FIELDS.filter((field) => normal.fields[field] !== "");
  return {
    id: null,
    ...normal.fields,
    source: source.kind,
    status: "pending",
    statusSetBy: "rule",
    ownerId: null,
    owner: "",
    ownerSetBy: null,
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
    tagMarks: addTags([], raw.tagIds ?? [], "person"),
    customFields: (raw.custom ?? []).map(({ id, value }) => ({ id, value })),
    scoreParts: [],
    emailKey: normal.emailKey,
    phoneKey: normal.phoneKey,
    nextStep: raw.nextStep ?? null,
  };
}

/** Origin of a field's value: typed by a person, read from a source, or derived from other fields. */
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
