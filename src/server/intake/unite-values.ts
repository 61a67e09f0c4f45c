import type { MergedField, MergeField, MergeSide } from "#shared/contract/duplicate.ts";
import type { FieldOrigin, StoredLead } from "#shared/lead-record.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/raw-lead.ts";

/** What a person chose where two leads have different values. */
export type Chosen = Partial<Record<MergeField, MergeSide | undefined>>;

/**
 * Which of two leads' values wins, field by field, and why: what a person chose, else what a person typed, else the fuller
 * of two that go together, else the newer. Notes are joined unless one was chosen.
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

const CHOSEN = "You chose it";

type Verdict = Pick<MergedField, "winner" | "reason">;

function winnerOf(lead: StoredLead, other: StoredLead, field: LeadTextField): Verdict {
  const [a, b] = [lead[field], other[field]];
  if (a === b) return { winner: "this", reason: "The same in both" };
  if (b === "") return { winner: "this", reason: "The other has none" };
  if (a === "") return { winner: "other", reason: "This one has none" };
  if (field === "notes") {
    if (a.includes(b)) return { winner: "this", reason: "It holds the other's" };
    if (b.includes(a)) return { winner: "other", reason: "It holds this one's" };
    return { winner: "both", reason: "Joined" };
  }
  const [ofA, ofB] = [lead.provenance[field], other.provenance[field]];
  if (isPersons(ofA) !== isPersons(ofB)) return one(isPersons(ofA), "A person entered it");
  if (field === "name" && (ofA?.method === "derived") !== (ofB?.method === "derived")) {
    return one(ofB?.method === "derived", "The other was made of the address");
  }
  if (field === "phone" && (lead.phoneKey === null) !== (other.phoneKey === null)) {
    return one(lead.phoneKey !== null, "A whole phone number");
  }
  if (field !== "email") {
    const [holdsB, holdsA] = [isFuller(a, b), isFuller(b, a)];
    if (holdsA !== holdsB) return one(holdsB, "Fuller");
  }
  return one((ofA?.at ?? lead.updatedAt) >= (ofB?.at ?? other.updatedAt), "Newer");
}

function one(isThis: boolean, reason: string): Verdict {
  return { winner: isThis ? "this" : "other", reason };
}

function isPersons(origin: FieldOrigin | undefined): boolean {
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
 * A person's status goes before a rule's; of two persons', the lead that was changed last has the newer. What rules gave
 * is no value to choose: they decide afresh on the merged lead.
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
  if (byPerson !== otherByPerson) return { ...sides, ...one(byPerson, "A person decided it") };
  if (!byPerson) return { ...sides, winner: "this", reason: "Decided by the rules" };
  if (lead.status === other.status) return { ...sides, winner: "this", reason: "The same in both" };
  return { ...sides, ...one(lead.updatedAt >= other.updatedAt, "Newer") };
}
