import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/store/engine.ts";
import { indexKey } from "#server/store/index-key.ts";
import { changedFields } from "#server/store/lead-columns.ts";
import { changeOf, leadsWithReplies, writeJournal } from "#server/store/journal-rows.ts";
import { personErased } from "#server/store/lead-conflict.ts";
import { removeLeads, rowsOfLeads, type Removal } from "#server/store/lead-removal.ts";
import { deleteLeads, lockedLead, writeLeads } from "#server/store/lead-rows.ts";
import { becomingErased } from "#server/store/people/becoming-erased.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { LeadStore, NewJournalEntry } from "#server/store/types.ts";
import type { Work } from "#server/store/work.ts";

/** A person's changes of one lead, each journaled with what taking it back needs. */
export function leadEdit(engine: Engine): Pick<LeadStore, "edit" | "remove" | "withdraw"> {
  return {
    edit: (id, edit, entry, scored = {}) =>
      engine.transact(function* () {
        const before = isRowId(id) ? yield* lockedLead(engine, id) : null;
        if (before === null) return null;
        const after = edit(before);
        const fields = changedFields(before, after).filter((field) => field !== "updatedAt");
        if (fields.length === 0) return { lead: before, actId: null };
        if ((yield* becomingErased(engine, [{ before, after }])).size > 0) throw personErased();
        const lead = yield* writeLead(engine, before, { ...after, updatedAt: entry.at });
        const actId = yield* writeJournal(engine, { ...entry, leadId: id }, changeOf(before, lead, fields));
        yield* followRules(engine, scored);
        return { lead, actId };
      }),

    remove: (id, entry) =>
      engine.transact(function* () {
        const lead = isRowId(id) ? yield* lockedLead(engine, id) : null;
        if (lead === null) return null;
        const [removal = { lead, rows: [] }] = yield* removeLeads(engine, [lead]);
        return yield* writeRemoval(engine, removal, entry);
      }),

    withdraw: (id, rowKey, isAsMade, entry) =>
      engine.transact(function* () {
        const lead = isRowId(id) ? yield* lockedLead(engine, id) : null;
        if (lead === null || !isAsMade(lead)) return null;
        const rows = (yield* rowsOfLeads(engine, [id])).get(id) ?? [];
        const isOfOthers = rows.some((row) => row.rowKey !== indexKey(rowKey));
        if (isOfOthers || (yield* leadsWithReplies(engine, [id])).size > 0) return null;
        yield* deleteLeads(engine, [id]);
        return yield* writeRemoval(engine, { lead, rows }, entry);
      }),
  };
}

function* writeRemoval(engine: Engine, removal: Removal, entry: NewJournalEntry): Work<{ actId: string }> {
  const actId = yield* writeJournal(engine, { ...entry, leadId: removal.lead.id }, { kind: "removal", ...removal });
  return { actId };
}

/** Writes the fields that differ, and answers the lead as it now is. */
export function* writeLead(engine: Engine, before: StoredLead, after: StoredLead): Work<StoredLead> {
  yield* writeLeads(engine, [{ before, after }]);
  return { ...after, id: before.id, revision: (before.revision ?? 0) + 1 };
}
