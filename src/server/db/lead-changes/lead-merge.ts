import type { StoredLead } from "#shared/lead-record.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { writeJournal } from "#server/db/journal/journal-rows.ts";
import { writeLead } from "#server/db/lead-changes/lead-edit.ts";
import { rowsOfLeads } from "#server/db/lead-changes/lead-removal.ts";
import { deleteLeads, lockedLeads } from "#server/db/leads/lead-rows.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { followRules, type Scored } from "#server/db/rules/rescore-wanted.ts";
import { moveToMerged, type StoredMerge } from "#server/db/lead-changes/merged-records.ts";
import { recordEvents } from "#server/db/outbox/record-events.ts";
import { firstId, isRowId, run, sql } from "#server/db/engine/sql.ts";

/** Merges leads and finds where a merged lead went. */
export function leadMerge(engine: Engine) {
  return {
    /**
     * Merges two leads under the first id, with one journal entry that both can be restored from. Null when the first is
     * gone. Rejects with merge_with_itself, and with lead_gone when the other is gone; `unite` may throw to refuse.
     */
    merge: (
      id: string,
      otherId: string,
      unite: (lead: StoredLead, other: StoredLead) => StoredLead,
      entry: NewJournalEntry,
      scored: Scored = {},
    ) =>
      engine.transact(function* () {
        if (id === otherId) throw conflict("merge_with_itself", "This is the same lead. Choose another one to merge.");
        if (!isRowId(id)) return null;
        const leads = yield* lockedLeads(engine, isRowId(otherId) ? [id, otherId] : [id]);
        const lead = leads.find((one) => one.id === id);
        const other = leads.find((one) => one.id === otherId);
        if (lead === undefined) return null;
        if (other === undefined)
          throw conflict("lead_gone", "The other lead no longer exists. It was deleted or merged.");
        const after = unite(lead, other);
        const rows = yield* rowsOfLeads(engine, [id, otherId]);
        const moved = yield* moveToMerged(id, otherId);
        yield* run(sql`update source_rows set lead_id = ${id} where lead_id = ${otherId}`);
        // Deleted first to free its address for the remaining lead.
        yield* deleteLeads(engine, [otherId], { isRecorded: true });
        yield* recordEvents(engine, () => [{ type: "lead.merged", leadId: id, data: { mergedLeadId: otherId } }]);
        const merged = yield* writeLead(engine, lead, after);
        const alias = { old_id: otherId, lead_id: id, ...keysLost(merged, lead, other) };
        yield* engine.sql.insertMany("lead_aliases", [alias]);
        const kept: StoredMerge & { kind: "merge" } = {
          kind: "merge",
          lead,
          other,
          after: merged,
          rows: rows.get(id) ?? [],
          otherRows: rows.get(otherId) ?? [],
          moved,
        };
        const actId = yield* writeJournal({ ...entry, leadId: id }, kept);
        yield* followRules(engine, scored);
        return { lead: merged, actId };
      }),

    /**
     * The lead that this one was merged into, directly or through other merges; null if it wasn't merged or that lead is
     * gone.
     */
    mergedInto: (id: string) =>
      engine.run(function* () {
        if (!isRowId(id)) return null;
        return yield* firstId(sql`
          select lead_id from lead_aliases where old_id = ${id}
            and exists (select 1 from leads where leads.id = lead_aliases.lead_id)`);
      }),
  };
}

/** Keys that either lead had and the merged one lacks; data under them still belongs to the merged lead. */
function keysLost(merged: StoredLead, lead: StoredLead, other: StoredLead) {
  return {
    email_key: [other, lead].find(({ emailKey }) => emailKey !== merged.emailKey)?.emailKey ?? null,
    phone_key: [other, lead].find(({ phoneKey }) => phoneKey !== merged.phoneKey)?.phoneKey ?? null,
  };
}
