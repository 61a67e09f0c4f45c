import { cutWhole } from "#shared/text/cut-whole.ts";
import { alternativeFact, withFact } from "#server/pipeline/intake/alternative-fact.ts";
import { assessLead, type ScoringOptions } from "#server/pipeline/intake/assess-lead.ts";
import { unitedTags } from "#server/pipeline/intake/lead-tags.ts";
import { withOtherValue } from "#server/pipeline/intake/other-values.ts";
import { rawInputsOf } from "#server/pipeline/intake/raw-input.ts";
import { unitedFields, type Chosen } from "#server/pipeline/intake/unite-values.ts";
import { fieldText } from "#shared/contract/leads/field-value.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Fact } from "#shared/raw-lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";

type FieldName = Pick<CustomField, "id" | "name">;

/** Where values came from that no source gave. */
const MERGED = "merged lead";

/**
 * Merges two leads under the first one's ID, then rescores the result. `unitedFields` picks each field's winning value;
 * the other is kept as a fact and as a seen value with its origin. Facts, raw inputs and other values are combined, and
 * the older creation date is kept. A value chosen by a person is marked so that no source replaces it.
 */
export function uniteLeads(
  lead: StoredLead,
  other: StoredLead,
  take: Chosen,
  scoring: ScoringOptions,
  fields: readonly FieldName[],
): StoredLead {
  const isOlder = lead.createdAt <= other.createdAt;
  const united: StoredLead = {
    ...lead,
    source: sourceOf(isOlder ? [lead, other] : [other, lead]),
    createdAt: isOlder ? lead.createdAt : other.createdAt,
    updatedAt: scoring.now,
    followUpAttempts: Math.max(lead.followUpAttempts, other.followUpAttempts),
    lastFollowUp: later(lead.lastFollowUp, other.lastFollowUp),
    qualificationStatus: [lead, other].some(({ qualificationStatus }) => qualificationStatus === "in_progress")
      ? "in_progress"
      : lead.qualificationStatus,
    nextStep: sooner(lead.nextStep, other.nextStep),
    sourceData: lead.sourceData ?? other.sourceData,
    rawData: unitedInputs(lead, other),
    facts: [...other.facts, ...lostFacts(lead, other, fields)].reduce(withFact, lead.facts),
    otherValues: other.otherValues.reduce(withOtherValue, lead.otherValues),
    tagMarks: unitedTags(lead, other),
    customFields: [
      ...lead.customFields,
      ...other.customFields.filter(({ id }) => !lead.customFields.some((mine) => mine.id === id)),
    ].toSorted((one, another) => one.id - another.id),
    provenance: { ...lead.provenance },
    ...ownerOf(lead, other),
  };
  for (const { field, winner } of unitedFields(lead, other, take)) {
    if (field === "status") takeStatus(united, winner === "other" ? other : lead);
    else if (winner === "both") united.notes = joined(lead.notes, other.notes);
    else takeValue(united, field, winner === "other" ? [other, lead] : [lead, other], take[field] !== undefined);
  }
  return assessLead(united, scoring);
}

/** The values of custom fields and the next step for which the merged lead has no place. */
function lostFacts(lead: StoredLead, other: StoredLead, fields: readonly FieldName[]): Fact[] {
  const values = other.customFields.flatMap(({ id, value }): Fact[] => {
    const mine = lead.customFields.find((one) => one.id === id);
    const field = fields.find((one) => Number(one.id) === id);
    const isLost = mine !== undefined && field !== undefined && fieldText(mine.value) !== fieldText(value);
    return isLost ? [{ name: `${field.name} (${MERGED})`, value: fieldText(value) }] : [];
  });
  const kept = sooner(lead.nextStep, other.nextStep);
  const step = kept === lead.nextStep ? other.nextStep : lead.nextStep;
  if (step === null || kept === null || (step.text === kept.text && step.due === kept.due)) return values;
  return [...values, { name: `Next step (${MERGED})`, value: `${step.text}, ${step.due.replace("T", " ")}` }];
}

/** An assigned lead's owner; of two, the one chosen by a person, or else the remaining lead's. */
function ownerOf(lead: StoredLead, other: StoredLead): Pick<StoredLead, "ownerId" | "owner" | "ownerSetBy"> {
  const isByOther = lead.ownerSetBy === "rule" && other.ownerSetBy === "person";
  const { ownerId, owner, ownerSetBy } = other.ownerId !== null && (lead.ownerId === null || isByOther) ? other : lead;
  return { ownerId, owner, ownerSetBy };
}

function takeStatus(united: StoredLead, from: StoredLead): void {
  united.status = from.status;
  united.statusSetBy = from.statusSetBy;
}

function takeValue(
  united: StoredLead,
  field: LeadTextField,
  [winner, loser]: [StoredLead, StoredLead],
  isChosen: boolean,
): void {
  const [value, lost] = [winner[field], loser[field]];
  const origin = winner.provenance[field];
  united[field] = value;
  if (field === "email") united.emailKey = winner.emailKey;
  if (field === "phone") united.phoneKey = winner.phoneKey;
  if (origin === undefined) delete united.provenance[field];
  else united.provenance[field] = isChosen && value !== lost ? { ...origin, isChosen: true } : origin;
  if (lost === "" || lost === value) return;
  const lostOrigin = loser.provenance[field] ?? null;
  united.facts = withFact(united.facts, alternativeFact(field, lostOrigin?.sourceName || MERGED, lost));
  united.otherValues = withOtherValue(united.otherValues, { field, value: lost, origin: lostOrigin });
}

function joined(notes: string, others: string): string {
  return cutWhole(`${notes}\n\n${others}`, LIMITS.lead.notesLength);
}

/** The older lead's source, or the real lead's if the older one is only from the sample. */
function sourceOf(leads: readonly StoredLead[]): string {
  return (leads.find(({ source }) => source !== SAMPLE_SOURCE.kind) ?? leads[0])?.source ?? SAMPLE_SOURCE.kind;
}

function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a;
}

/** The next step that is due first. */
function sooner(a: StoredLead["nextStep"], b: StoredLead["nextStep"]): StoredLead["nextStep"] {
  return a === null || (b !== null && b.due < a.due) ? b : a;
}

/** The raw rows of both leads, unchanged; the first lead's `rawData` as is when the other has no rows. */
function unitedInputs(lead: StoredLead, other: StoredLead): unknown {
  const [mine, theirs] = [rawInputsOf(lead.rawData), rawInputsOf(other.rawData)];
  if (theirs.length === 0) return lead.rawData;
  return [...mine, ...theirs];
}
