import type { StoredLead } from "#shared/lead-record.ts";
import { followRules, type Scored } from "#server/db/rules/rescore-wanted.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { indexKey } from "#server/db/engine/index-key.ts";
import { changedFields } from "#server/db/leads/lead-columns.ts";
import { changeOf, leadsWithReplies, writeJournal } from "#server/db/journal/journal-rows.ts";
import { personErased } from "#server/db/engine/lead-conflict.ts";
import { requireOwners } from "#server/db/leads/lead-owner.ts";
import { removeLeads, rowsOfLeads, type Removal } from "#server/db/lead-changes/lead-removal.ts";
import { deleteLeads, lockedLead, writeLeads } from "#server/db/leads/lead-rows.ts";
import { becomingErased } from "#server/db/erasure/erased-keys.ts";
import { isRowId, type Work } from "#server/db/engine/sql.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";

/** Single-lead edits, each journaled with its undo data. */
export function leadEdit(engine: Engine) {
  return {
    /**
     * Reads a lead, applies `edit`, writes the result and journals the changes in one transaction. Null when there is no
     * such lead; `actId` is null when nothing changed. Rejects with lead_conflict when the new email belongs to another
     * lead, and with person_erased when the lead would become an erased person, and with owner_gone when the new owner
     * can't own leads.
     */
    edit: (
      id: string,
      edit: (lead: StoredLead) => StoredLead,
      entryOf: NewJournalEntry | ((before: StoredLead, after: StoredLead) => NewJournalEntry),
      scored: Scored = {},
    ) =>
      engine.transact(function* () {
        const before = isRowId(id) ? yield* lockedLead(engine, id) : null;
        if (before === null) return null;
        const after = edit(before);
        const fields = changedFields(before, after).filter((field) => field !== "updatedAt");
        if (fields.length === 0) return { lead: before, actId: null };
        if ((yield* becomingErased(engine, [{ before, after }])).size > 0) throw personErased();
        yield* requireOwners(engine, [{ before, after }]);
        const entry = typeof entryOf === "function" ? entryOf(before, after) : entryOf;
        const lead = yield* writeLead(engine, before, { ...after, updatedAt: entry.at });
        const actId = yield* writeJournal({ ...entry, leadId: id }, changeOf(before, lead, fields));
        yield* followRules(engine, scored);
        return { lead, actId };
      }),

    /**
     * Removes a lead, leaving a tombstone and a journal entry it can be restored from. Null when there is no such lead.
     */
    remove: (id: string, entry: NewJournalEntry) =>
      engine.transact(function* () {
        const lead = isRowId(id) ? yield* lockedLead(engine, id) : null;
        if (lead === null) return null;
        const [removal = { lead, rows: [] }] = yield* removeLeads(engine, [lead]);
        return yield* writeRemoval(removal, entry);
      }),

    /**
     * Removes a lead created by a single source row without a tombstone, with a journal entry it can be restored from.
     * Null, and the lead stays, when another row also contributed to it, when it has replied since, or when `isAsMade`
     * returns false.
     */
    withdraw: (id: string, rowKey: string, isAsMade: (lead: StoredLead) => boolean, entry: NewJournalEntry) =>
      engine.transact(function* () {
        const lead = isRowId(id) ? yield* lockedLead(engine, id) : null;
        if (lead === null || !isAsMade(lead)) return null;
        const rows = (yield* rowsOfLeads(engine, [id])).get(id) ?? [];
        const isOfOthers = rows.some((row) => row.rowKey !== indexKey(rowKey));
        if (isOfOthers || (yield* leadsWithReplies(engine, [id])).size > 0) return null;
        yield* deleteLeads(engine, [id]);
        return yield* writeRemoval({ lead, rows }, entry);
      }),
  };
}

function* writeRemoval(removal: Removal, entry: NewJournalEntry): Work<{ actId: string }> {
  const actId = yield* writeJournal({ ...entry, leadId: removal.lead.id }, { kind: "removal", ...removal });
  return { actId };
}

/** Writes the fields that differ and returns the lead as stored. */
export function* writeLead(engine: Engine, before: StoredLead, after: StoredLead): Work<StoredLead> {
  yield* writeLeads(engine, [{ before, after }]);
  return { ...after, id: before.id, revision: (before.revision ?? 0) + 1 };
}
