import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordRows } from "#server/db/outbox/record-events.ts";
import type { RemovedRow } from "#server/db/journal/journal-rows.ts";
import { withLivingOwners } from "#server/db/leads/lead-owner.ts";
import { deleteLeads, insertLeads } from "#server/db/leads/lead-rows.ts";
import { REPLACE_ROW } from "#server/db/leads/source-rows.ts";
import { all, run, sql, type Work } from "#server/db/engine/sql.ts";
import type { Table } from "#server/db/engine/table.ts";
import type { UndoKind } from "#server/db/journal/undo-kind.ts";

export const TOMBSTONES: Table = {
  name: "tombstones",
  backup: "all",
  people: {
    kind: "Deleted leads",
    key: ["kind", "source_id", "key", "lead_id"],
    leads: ["lead_id"],
    own: "key",
    texts: ["key"],
    ofPerson: "delete",
  },
};

/** A removed lead with its source rows. */
export interface Removal {
  lead: StoredLead;
  rows: RemovedRow[];
}

/** Removes leads for a person; tombstones keep the next sync from recreating them. */
export function* removeLeads(engine: Engine, leads: readonly StoredLead[]): Work<Removal[]> {
  const ids = leads.map(({ id }) => id);
  const rows = yield* rowsOfLeads(engine, ids);
  const removals = leads.map((lead) => ({ lead, rows: rows.get(lead.id) ?? [] }));
  yield* engine.sql.insertMany("tombstones", removals.flatMap(tombstonesOf));
  yield* buryAliases(engine, ids);
  yield* deleteLeads(engine, ids);
  return removals;
}

/** Restores removed leads under their ids with the values in `after`. Rejects with lead_conflict. */
export function* restoreLeads(engine: Engine, removals: readonly (Removal & { after: StoredLead })[]): Work<void> {
  if (removals.length === 0) return;
  const ids = removals.map(({ lead }) => lead.id);
  const leads = removals.map(({ after }) => after);
  yield* insertLeads(engine, yield* withLivingOwners(engine, leads), ids, { areRestored: true });
  yield* engine.sql.updateMany(
    "leads",
    removals.map(({ lead }) => ({ id: lead.id, revision: (lead.revision ?? 0) + 1 })),
  );
  const restored = removals.flatMap(({ lead, rows }) =>
    rows.map((row) => ({
      source_id: row.sourceId,
      row_key: row.rowKey,
      content_hash: row.contentHash,
      lead_id: lead.id,
    })),
  );
  // The source may have reported the row again while it had no lead.
  yield* engine.sql.insertMany("source_rows", restored, REPLACE_ROW);
  for (const [sourceId, rows] of Map.groupBy(restored, (row) => row.source_id)) {
    const leadIds = rows.map((row) => row.lead_id);
    yield* recordRows(engine, sourceId, leadIds);
  }
  yield* run(sql`delete from tombstones where ${engine.sql.isOneOf("lead_id", ids)}`);
}

/** The source rows of these leads, by lead. */
export function* rowsOfLeads(engine: Engine, ids: readonly string[]): Work<Map<string, RemovedRow[]>> {
  const found = yield* all(
    sql<{ lead_id: string | number; source_id: string | number; row_key: string; content_hash: string }>`
      select lead_id, source_id, row_key, content_hash from source_rows where ${engine.sql.isOneOf("lead_id", ids)}`,
  );
  const rows = new Map<string, RemovedRow[]>();
  for (const { lead_id, source_id, row_key, content_hash } of found) {
    const row = { sourceId: String(source_id), rowKey: row_key, contentHash: content_hash };
    rows.set(String(lead_id), [...(rows.get(String(lead_id)) ?? []), row]);
  }
  return rows;
}

/** Tombstones for every key of the lead, so that the next sync doesn't recreate it. */
function tombstonesOf({ lead, rows }: Removal) {
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

/** Also buries the keys a lead had before it was merged, so that they can't bring it back. */
export function* buryAliases(engine: Engine, ids: readonly string[]): Work<void> {
  const isOfThese = engine.sql.isOneOf("lead_id", ids);
  for (const kind of ["email", "phone"] as const) {
    const key = sql.ref(`${kind}_key`);
    yield* run(sql`insert into tombstones (kind, source_id, key, lead_id)
      select distinct ${kind}, 0, ${key}, lead_id from lead_aliases where ${isOfThese} and ${key} is not null
      on conflict (kind, source_id, key, lead_id) do nothing`);
  }
}

/** Restores a removed lead. Rejects with lead_conflict when its email address now belongs to another lead. */
export const undoRemoval: UndoKind<Removal> = {
  *undo(engine, { lead, rows }, { at, rescore }) {
    yield* restoreLeads(engine, [{ lead, rows, after: { ...rescore(lead), updatedAt: at } }]);
    return { topics: ["leads"], leadIds: [lead.id] };
  },
};
