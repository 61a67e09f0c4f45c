import { alternativeOf, hasRoomForFacts, withFact } from "#server/intake/alternative-fact.ts";
import { cutWhole } from "#server/intake/clean-text.ts";
import { originOf, type Arrival } from "#server/intake/create-lead.ts";
import { normaliseLead, type NormalLead } from "#server/intake/normalise.ts";
import { seenValues } from "#server/intake/other-values.ts";
import { saysTheSame } from "#server/intake/same-value.ts";
import { rawInputOf, withRawInput, type RawInput } from "#server/intake/raw-input.ts";
import type { FieldOrigin, StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField, type RawLead } from "#shared/raw-lead.ts";

/** A row that told of a lead, and what its reader makes of it today. */
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
  /** Whether an e-mail, as identity is decided on, is another lead's or was of somebody erased. */
  isEmailTaken: (emailKey: string) => boolean;
}

/**
 * A lead with what its rows say today, not scored yet, and what that changes; the very same lead when that is nothing. A
 * reading changes the fields whose values are of its own row and fills empty ones, adds facts, and never touches what a
 * person typed, edited, picked or emptied, nor what came from another row. The same readings once more change nothing.
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

/** The e-mails, as identity is decided on, that readings name: whose they are has to be known. */
export function emailKeysOf(rereads: readonly Reread[]): string[] {
  return rereads.flatMap(({ raw }) => {
    const normal = normaliseLead(raw);
    return "skipped" in normal ? [] : (normal.lead.emailKey ?? []);
  });
}

function readAgain(
  lead: StoredLead,
  { input, raw }: Reread,
  { now, isEmailTaken }: RereadContext,
  changes: RereadChange[],
): StoredLead {
  const normalised = normaliseLead(raw);
  if ("skipped" in normalised) return lead;
  const normal = normalised.lead;
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

/** What a field is after a reading of this row; what it was where the reading has no say. */
function newValue(lead: StoredLead, field: LeadTextField, normal: NormalLead, input: RawInput): string {
  const value = normal.fields[field];
  const before = lead[field];
  const origin = lead.provenance[field];
  if (value === "" || isPersons(origin)) return before;
  if (field === "name" && normal.isNameDerived && before !== "") return before;
  const isOwn = origin !== undefined && isOf(origin, input);
  if (before !== "" && !isOwn) return before;
  // A value that stands beside the field's is known: it lost, or is another lead's.
  if (seenValues(lead, field).some((seen) => seen.value === value)) return before;
  // A file's row that came again may have been asked to replace nothing; another spelling is then not even kept beside.
  if (input.source === "file" && before !== "" && saysTheSame(lead, field, normal)) return before;
  if (field !== "notes" || before === "" || value.includes(before)) return value;
  return before.includes(value) ? before : cutWhole(`${before}\n${value}`, LIMITS.lead.notesLength);
}

/** A second address or number of the same row may be the field's by now, picked by a person. */
function isSeenAlready(lead: StoredLead, factName: string, value: string): boolean {
  const field = alternativeOf(factName);
  if (field === undefined) return false;
  return lead[field] === value || seenValues(lead, field).some((seen) => seen.value === value);
}

function isPersons(origin: FieldOrigin | undefined): boolean {
  return origin?.method === "edited" || origin?.method === "typed" || origin?.isChosen === true;
}

function isOf(origin: FieldOrigin, { source, sourceId, rowKey }: RawInput): boolean {
  return origin.source === source && (origin.sourceId ?? null) === sourceId && origin.rowKey === rowKey;
}
