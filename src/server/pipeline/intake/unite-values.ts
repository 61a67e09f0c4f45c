import type { MergedField, MergeField, MergeSide } from "#shared/contract/leads/duplicate.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import type { FieldOrigin, StoredLead } from "#shared/lead-record.ts";

/** The user's choices where two leads have different values. */
export type Chosen = Partial<Record<MergeField, MergeSide | undefined>>;

/**
 * Picks the winning value of each field of two leads, and why: the user's choice, then a value typed by a person, then
 * the fuller of two compatible values, then the newer one. Notes are joined unless one was chosen.
 */
export function unitedFields(lead: StoredLead, other: StoredLead, take: Chosen): MergedField[] {
  const fields = LEAD_TEXT_FIELDS.map((field): MergedField => {
    const sides = { field, this: lead[field], other: other[field] };
    const chosen = take[field];
    if (chosen !== undefined && lead[field] !== other[field]) return { ...sides, winner: chosen, reason: CHOSEN };
    return { ...sides, ...winnerOf(lead, other, field) };
  });
  return [...fields, statusOf(lead, other, take.status)];
}

const CHOSEN = "Your choice";

type Verdict = Pick<MergedField, "winner" | "reason">;

function winnerOf(lead: StoredLead, other: StoredLead, field: LeadTextField): Verdict {
  const [a, b] = [lead[field], other[field]];
  if (a === b) return { winner: "this", reason: "Same in both" };
  if (b === "") return { winner: "this", reason: "Other is empty" };
  if (a === "") return { winner: "other", reason: "This one is empty" };
  if (field === "notes") {
    if (a.includes(b)) return { winner: "this", reason: "Includes the other" };
    if (b.includes(a)) return { winner: "other", reason: "Includes this one" };
    return { winner: "both", reason: "Combined" };
  }
  const [ofA, ofB] = [lead.provenance[field], other.provenance[field]];
  if (isPersons(ofA) !== isPersons(ofB)) return one(isPersons(ofA), "Entered manually");
  if (field === "name" && (ofA?.method === "derived") !== (ofB?.method === "derived")) {
    return one(ofB?.method === "derived", "Other was derived from the email");
  }
  if (field === "phone" && (lead.phoneKey === null) !== (other.phoneKey === null)) {
    return one(lead.phoneKey !== null, "Complete phone number");
  }
  if (field !== "email") {
    const [holdsB, holdsA] = [isFuller(a, b), isFuller(b, a)];
    if (holdsA !== holdsB) return one(holdsB, "More complete");
  }
  return one((ofA?.at ?? lead.updatedAt) >= (ofB?.at ?? other.updatedAt), "Newer");
}

function one(isThis: boolean, reason: string): Verdict {
  return { winner: isThis ? "this" : "other", reason };
}

/** Whether a person entered or chose the value. */
export function isPersons(origin: FieldOrigin | undefined): boolean {
  return origin?.method === "edited" || origin?.method === "typed" || origin?.isChosen === true;
}

/** Whether each word of the second begins a word of the first: "Ann Lee" is fuller than "A. Lee". */
function isFuller(text: string, than: string): boolean {
  const left = wordsOf(text);
  return wordsOf(than).every((word) => {
    const at = left.findIndex((other) => other.startsWith(word));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "");
}

/**
 * A status set by a person beats one set by rules; of two set by people, the most recently changed lead's wins.
 * Statuses set by rules are not a choice: the merged lead is assessed again.
 */
function statusOf(lead: StoredLead, other: StoredLead, chosen: MergeSide | undefined): MergedField {
  const [byPerson, otherByPerson] = [lead.statusSetBy === "person", other.statusSetBy === "person"];
  const sides = {
    field: "status" as const,
    this: byPerson ? lead.status : "",
    other: otherByPerson ? other.status : "",
  };
  if (chosen !== undefined && (lead.status !== other.status || byPerson !== otherByPerson)) {
    return { ...sides, winner: chosen, reason: CHOSEN };
  }
  if (byPerson !== otherByPerson) return { ...sides, ...one(byPerson, "Decided manually") };
  if (!byPerson) return { ...sides, winner: "this", reason: "Decided by rules" };
  if (lead.status === other.status) return { ...sides, winner: "this", reason: "Same in both" };
  return { ...sides, ...one(lead.updatedAt >= other.updatedAt, "Newer") };
}
