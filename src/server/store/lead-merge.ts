import { sql } from "kysely";
import type { StoredLead } from "#shared/lead-record.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";
import { writeJournal } from "#server/store/journal-rows.ts";
import { writeLead } from "#server/store/lead-edit.ts";
import { rowsOfLeads } from "#server/store/lead-removal.ts";
import { deleteLeads, lockedLeads } from "#server/store/lead-rows.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { LeadStore, NewJournalEntry, Scored } from "#server/store/types.ts";
import { moveToMerged } from "#server/store/merged-records.ts";
import type { KeptMerge } from "#server/store/undo/undo-merge.ts";
import { first, run, type Work } from "#server/store/work.ts";

/** A merge, and where a lead that was merged into another is now. */
export function leadMerge(engine: Engine): Pick<LeadStore, "merge" | "mergedInto"> {
  return {
    merge: (id, otherId, unite, entry, scored = {}) =>
      engine.transact(() => merge(engine, { id, otherId }, unite, entry, scored)),

    mergedInto: (id) =>
      engine.run(function* () {
        if (!isRowId(id)) return null;
        const alias = sql<{ lead_id: string | number }>`
          select lead_id from lead_aliases where old_id = ${id}
            and exists (select 1 from leads where leads.id = lead_aliases.lead_id)`;
        const found = yield* first(alias);
        return found === null ? null : String(found.lead_id);
      }),
  };
}

function* merge(
  engine: Engine,
  { id, otherId }: { id: string; otherId: string },
  unite: (lead: StoredLead, other: StoredLead) => StoredLead,
  entry: NewJournalEntry,
  scored: Scored,
): Work<{ lead: StoredLead; actId: string } | null> {
  if (id === otherId)
    throw conflict("merge_with_itself", "This is the same lead. Choose another one to merge it with.");
  if (!isRowId(id)) return null;
  const leads = yield* lockedLeads(engine, isRowId(otherId) ? [id, otherId] : [id]);
  const lead = leads.find((one) => one.id === id);
  const other = leads.find((one) => one.id === otherId);
  if (lead === undefined) return null;
  if (other === undefined) throw conflict("lead_gone", "The other lead is gone. It was deleted or merged meanwhile.");
  const after = unite(lead, other);
  const rows = yield* rowsOfLeads(engine, [id, otherId]);
  const moved = yield* moveToMerged(id, otherId);
  yield* run(sql`update source_rows set lead_id = ${id} where lead_id = ${otherId}`);
  // First, so that its address is free for the one that stays.
  yield* deleteLeads(engine, [otherId]);
  const merged = yield* writeLead(engine, lead, after);
  const alias = { old_id: otherId, lead_id: id, ...keysLost(merged, lead, other) };
  yield* engine.sql.insertMany("lead_aliases", [alias]);
  const kept: KeptMerge & { kind: "merge" } = {
    kind: "merge",
    lead,
    other,
    after: merged,
    rows: rows.get(id) ?? [],
    otherRows: rows.get(otherId) ?? [],
    moved,
  };
  const actId = yield* writeJournal(engine, { ...entry, leadId: id }, kept);
  yield* followRules(engine, scored);
  return { lead: merged, actId };
}

/** What either was known by and the merged one is not: who comes under it still means the merged one. */
function keysLost(merged: StoredLead, lead: StoredLead, other: StoredLead) {
  return {
    email_key: [other, lead].find(({ emailKey }) => emailKey !== merged.emailKey)?.emailKey ?? null,
    phone_key: [other, lead].find(({ phoneKey }) => phoneKey !== merged.phoneKey)?.phoneKey ?? null,
  };
}
