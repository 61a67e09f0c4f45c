import type { StoredLead } from "#shared/lead-record.ts";
import type { Change } from "#server/store/journal-rows.ts";
import { changedSince } from "#server/store/lead-columns.ts";
import { writeLead } from "#server/store/lead-edit.ts";
import { lockedLead } from "#server/store/lead-rows.ts";
import { MERGED_SINCE, mergedSince, whereItWent } from "#server/store/undo/merged-since.ts";
import { pickedSince, restoreFields } from "#server/store/undo/restore-fields.ts";
import { inTheWay, type UndoKind } from "#server/store/undo/undo-kind.ts";

/** The fields a person sees change; what else an act changed follows from them. */
export const SEEN = {
  name: "name",
  email: "e-mail",
  company: "company",
  industry: "industry",
  title: "title",
  phone: "phone",
  scrapeUrl: "web address",
  notes: "notes",
  status: "status",
  statusSetBy: "status",
} as const satisfies Partial<Record<keyof StoredLead, string>>;

/** Gives a lead the values back that an act replaced, unless people have changed one of them again. A part of an act names its lead. */
export const undoChange: UndoKind<Change & { leadId?: string }> = {
  *undo(engine, { leadId: ofPart, ...change }, { actId, at, judge }, ofAct) {
    const leadId = ofPart ?? ofAct;
    const lead = leadId === null ? null : yield* lockedLead(engine, leadId);
    if (lead === null) throw inTheWay(yield* whereItWent(leadId));
    if ((yield* mergedSince(engine, [lead.id], actId)).size > 0) throw inTheWay(MERGED_SINCE);
    const field = inTheWayOf(lead, change);
    if (field !== null) throw inTheWay(`The ${SEEN[field]} was changed again since, to “${lead[field]}”.`);
    yield* writeLead(engine, lead, { ...judge(restoreFields(lead, change)), updatedAt: at });
    return { topics: ["leads"], leadIds: [lead.id] };
  },
};

/** The first field that people see of which something newer than an act stands in the way of taking it back. */
export function inTheWayOf(lead: StoredLead, change: Change): keyof typeof SEEN | null {
  return changedAgain(lead, change.after) ?? pickedSince(lead, change);
}

/** The first field that people see and that is no longer as an act left it. */
export function changedAgain(lead: StoredLead, left: Partial<StoredLead>): keyof typeof SEEN | null {
  const changed = new Set<string>(changedSince(lead, left));
  return (Object.keys(SEEN) as (keyof typeof SEEN)[]).find((field) => changed.has(field)) ?? null;
}
