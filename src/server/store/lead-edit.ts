import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/store/engine.ts";
import { indexKey } from "#server/store/index-key.ts";
import { changedFields } from "#server/store/lead-columns.ts";
import { changeOf, leadsWithReplies, writeJournal, type RemovedRow } from "#server/store/journal-rows.ts";
import { deleteLeads, lockedLead, writeLeads } from "#server/store/lead-rows.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { LeadStore, NewJournalEntry } from "#server/store/types.ts";
import { all, type Work } from "#server/store/work.ts";

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
        const lead = yield* writeLead(engine, before, { ...after, updatedAt: entry.at });
        const actId = yield* writeJournal(engine, { ...entry, leadId: id }, changeOf(before, lead, fields));
        yield* followRules(engine, scored);
        return { lead, actId };
      }),

    remove: (id, entry) =>
      engine.transact(function* () {
        const lead = isRowId(id) ? yield* lockedLead(engine, id) : null;
        if (lead === null) return null;
        const rows = yield* rowsOfLead(engine, id);
        yield* engine.sql.insertMany("tombstones", tombstonesOf(lead, rows));
        return yield* removeLead(engine, lead, rows, entry);
      }),

    withdraw: (id, rowKey, isAsMade, entry) =>
      engine.transact(function* () {
        const lead = isRowId(id) ? yield* lockedLead(engine, id) : null;
        if (lead === null || !isAsMade(lead)) return null;
        const rows = yield* rowsOfLead(engine, id);
        const isOfOthers = rows.some((row) => row.rowKey !== indexKey(rowKey));
        if (isOfOthers || (yield* leadsWithReplies(engine, [id])).size > 0) return null;
        return yield* removeLead(engine, lead, rows, entry);
      }),
  };
}

function* removeLead(
  engine: Engine,
  lead: StoredLead,
  rows: RemovedRow[],
  entry: NewJournalEntry,
): Work<{ actId: string }> {
  yield* deleteLeads(engine, [lead.id]);
  const actId = yield* writeJournal(engine, { ...entry, leadId: lead.id }, { kind: "removal", lead, rows });
  return { actId };
}

/** Writes the fields that differ, and answers the lead as it now is. */
export function* writeLead(engine: Engine, before: StoredLead, after: StoredLead): Work<StoredLead> {
  yield* writeLeads(engine, [{ before, after }]);
  return { ...after, id: before.id, revision: (before.revision ?? 0) + 1 };
}

function* rowsOfLead(engine: Engine, id: string): Work<RemovedRow[]> {
  const rows = yield* all(
    engine.build.selectFrom("source_rows").select(["source_id", "row_key", "content_hash"]).where("lead_id", "=", id),
  );
  return rows.map((row) => ({
    sourceId: String(row.source_id),
    rowKey: row.row_key,
    contentHash: row.content_hash,
  }));
}

/** What keeps the same lead from coming back with the next sync, by everything it is known by. */
function tombstonesOf(lead: StoredLead, rows: readonly RemovedRow[]) {
  const { id, emailKey, phoneKey } = lead;
  const stone = (kind: "email" | "phone" | "row", key: string, sourceId = "0") => ({
    kind,
    source_id: sourceId,
    key,
    lead_id: id,
  });
  return [
    ...(emailKey === null ? [] : [stone("email", emailKey)]),
    ...(phoneKey === null ? [] : [stone("phone", phoneKey)]),
    ...rows.map(({ sourceId, rowKey }) => stone("row", rowKey, sourceId)),
  ];
}
