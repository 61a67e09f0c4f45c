import { fieldNoun } from "#shared/field-words.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Change } from "#server/db/journal/journal-rows.ts";
import { changedSince } from "#server/db/leads/lead-columns.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { lockedOwners } from "#server/db/leads/lead-owner.ts";
import { writeLead } from "#server/db/lead-changes/lead-edit.ts";
import { lockedLead } from "#server/db/leads/lead-rows.ts";
import { MERGED_SINCE, mergedSince, whereItWent } from "#server/db/lead-changes/merged-records.ts";
import { isValueChangedAgain, pickedSince, restoreFields } from "#server/db/lead-changes/restore-fields.ts";
import { inTheWay, type UndoKind } from "#server/db/journal/undo-kind.ts";

/** Fields shown to users; the rest of a change is derived from these. */
export const SEEN_FIELDS = [...LEAD_TEXT_FIELDS, "status", "statusSetBy", "nextStep", "owner"] as const;
export type SeenField = (typeof SEEN_FIELDS)[number];

/** The name of the field shown to users. */
export function seenNoun(field: SeenField): string {
  return fieldNoun(field === "statusSetBy" ? "status" : field);
}

/** What the field contains, as shown to users. */
export function seenValue(lead: StoredLead, field: SeenField): string {
  if (field === "nextStep") return lead.nextStep?.text ?? "";
  return field === "owner" ? lead.owner || "nobody" : lead[field];
}

/**
 * Restores the values that an action replaced, unless a person has changed one of them since. Part of a larger action
 * names its lead.
 */
export const undoChange: UndoKind<Change & { leadId?: string }> = {
  *undo(engine, { leadId: ofPart, ...change }, { actId, at, rescore }, ofAct) {
    const leadId = ofPart ?? ofAct;
    const lead = leadId === null ? null : yield* lockedLead(engine, leadId);
    if (lead === null) throw inTheWay(yield* whereItWent(leadId));
    if ((yield* mergedSince(engine, [lead.id], actId)).size > 0) throw inTheWay(MERGED_SINCE);
    const field = inTheWayOf(lead, change);
    if (field !== null) {
      throw inTheWay(`The ${seenNoun(field)} has since been changed again, to “${seenValue(lead, field)}”.`);
    }
    if (isValueChangedAgain(lead, change)) throw inTheWay("A custom field has since been changed again.");
    yield* requireOwner(engine, change);
    yield* writeLead(engine, lead, { ...rescore(restoreFields(lead, change)), updatedAt: at });
    return { topics: ["leads"], leadIds: [lead.id] };
  },
};

function* requireOwner(engine: Engine, { before }: Change): Work<void> {
  const id = before.ownerId ?? null;
  if (id === null || (yield* lockedOwners(engine, [id])).has(id)) return;
  throw inTheWay(`${before.owner} can't own leads anymore: the account was deleted or deactivated.`);
}

/** The first user-visible field with a newer change that blocks the undo. */
export function inTheWayOf(lead: StoredLead, change: Change): SeenField | null {
  return changedAgain(lead, change.after) ?? pickedSince(lead, change);
}

/** The first user-visible field whose value has changed since the action. */
export function changedAgain(lead: StoredLead, left: Partial<StoredLead>): SeenField | null {
  const changed = new Set<string>(changedSince(lead, left));
  return SEEN_FIELDS.find((field) => changed.has(field)) ?? null;
}
