import { cutWhole } from "#shared/text/cut-whole.ts";
import { alternativeOf, hasRoomForFacts, withFact } from "#server/pipeline/intake/alternative-fact.ts";
import { originOf, type Arrival } from "#server/pipeline/intake/create-lead.ts";
import { normalizeLead, type NormalLead } from "#server/pipeline/intake/normalize.ts";
import { seenValues } from "#server/pipeline/intake/other-values.ts";
import { saysTheSame } from "#server/pipeline/intake/same-value.ts";
import { rawInputOf, withRawInput, type RawInput } from "#server/pipeline/intake/raw-input.ts";
import { isPersons } from "#server/pipeline/intake/unite-values.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import type { FieldOrigin, StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import type { RawLead } from "#shared/raw-lead.ts";

/** A row that contributed to a lead, and the current reader's result for it. */
export interface Reread {
  input: RawInput;
  raw: RawLead;
}

/** A field, or `fact:NAME`, that a new reading changes; `input` is the row it was read from. */
export interface RereadChange {
  field: string;
  before: string;
  after: string;
  input: RawInput;
}

export interface RereadContext {
  now: string;
  /** Whether an email key belongs to another lead or to an erased person. */
  isEmailTaken: (emailKey: string) => boolean;
}

/**
 * Applies the current readings of a lead's rows, without scoring, and returns the lead with the changes; the same
 * object when nothing changes. A reading updates fields whose values came from its own row, fills empty ones and adds
 * facts. It never touches what a person typed, edited, picked or cleared, or what came from another row. Idempotent.
 */
export function rereadLead(
  lead: StoredLead,
  rereads: readonly Reread[],
  context: RereadContext,
): { lead: StoredLead; changes: RereadChange[] } {
  const changes: RereadChange[] = [];
  let now = lead;
  for (const reread of rereads) now = readAgain(now, reread, context, changes);
  return { lead: now, changes };
}

/** The email keys in the readings, whose owners must be looked up. */
export function emailKeysOf(rereads: readonly Reread[]): string[] {
  return rereads.flatMap(({ raw }) => {
    const normal = normalizeLead(raw);
    return "skipped" in normal ? [] : (normal.lead.emailKey ?? []);
  });
}

function readAgain(
  lead: StoredLead,
  { input, raw }: Reread,
  { now, isEmailTaken }: RereadContext,
  changes: RereadChange[],
): StoredLead {
  const normalized = normalizeLead(raw);
  if ("skipped" in normalized) return lead;
  const normal = normalized.lead;
  const source = { kind: input.source, id: input.sourceId, name: input.sourceName };
  const { rowKey, contentHash, locator } = input;
  const arrival: Arrival = { raw: { ...raw, rowKey, contentHash, locator }, normal, source, now };
  const read: StoredLead = { ...lead, provenance: { ...lead.provenance }, updatedAt: now };
  const before = changes.length;
  for (const field of LEAD_TEXT_FIELDS) {
    if (field === "email" && normal.emailKey !== null && isEmailTaken(normal.emailKey)) continue;
    const value = newValue(lead, field, normal, input);
    if (value === lead[field]) continue;
    read[field] = value;
    read.provenance[field] = originOf(arrival, field);
    if (field === "email") read.emailKey = normal.emailKey;
    if (field === "phone") read.phoneKey = normal.phoneKey;
    changes.push({ field, before: lead[field], after: value, input });
  }
  for (const fact of normal.facts) {
    if (!hasRoomForFacts(read.facts) || isSeenAlready(read, fact.name, fact.value)) continue;
    const facts = withFact(read.facts, fact);
    if (facts !== read.facts) changes.push({ field: `fact:${fact.name}`, before: "", after: fact.value, input });
    read.facts = facts;
  }
  if (changes.length === before) return lead;
  read.rawData = withRawInput(lead.rawData, rawInputOf(arrival.raw, source));
  return read;
}

/** The field's value after rereading this row; the current one where the reading may not change it. */
function newValue(lead: StoredLead, field: LeadTextField, normal: NormalLead, input: RawInput): string {
  const value = normal.fields[field];
  const before = lead[field];
  const origin = lead.provenance[field];
  if (value === "" || isPersons(origin)) return before;
  if (field === "name" && normal.isNameDerived && before !== "") return before;
  const isOwn = origin !== undefined && isOf(origin, input);
  if (before !== "" && !isOwn) return before;
  // A known alternative either lost to the current value or belongs to another lead.
  if (seenValues(lead, field).some((seen) => seen.value === value)) return before;
  // A file may have been imported again under a policy that replaces nothing, which doesn't store other spellings
  // either.
  if (input.source === "file" && before !== "" && saysTheSame(lead, field, normal)) return before;
  if (field !== "notes" || before === "" || value.includes(before)) return value;
  return before.includes(value) ? before : cutWhole(`${before}\n${value}`, LIMITS.lead.notesLength);
}

/** A second address or number from the same row may be the field's value by now because a person picked it. */
function isSeenAlready(lead: StoredLead, factName: string, value: string): boolean {
  const field = alternativeOf(factName);
  if (field === undefined) return false;
  return lead[field] === value || seenValues(lead, field).some((seen) => seen.value === value);
}

function isOf(origin: FieldOrigin, { source, sourceId, rowKey }: RawInput): boolean {
  return origin.source === source && (origin.sourceId ?? null) === sourceId && origin.rowKey === rowKey;
}
