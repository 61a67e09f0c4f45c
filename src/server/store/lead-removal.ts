import { sql } from "kysely";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/store/engine.ts";
import type { RemovedRow } from "#server/store/journal-rows.ts";
import { deleteLeads, insertLeads } from "#server/store/lead-rows.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** A lead that was removed, with the rows of sources that were its. */
export interface Removal {
  lead: StoredLead;
  rows: RemovedRow[];
}

/** Removes leads for a person: tombstones keep them from coming back with the next sync. */
export function* removeLeads(engine: Engine, leads: readonly StoredLead[]): Work<Removal[]> {
  const ids = leads.map(({ id }) => id);
  const rows = yield* rowsOfLeads(engine, ids);
  const removals = leads.map((lead) => ({ lead, rows: rows.get(lead.id) ?? [] }));
  yield* engine.sql.insertMany("tombstones", removals.flatMap(tombstonesOf));
  yield* buryAliases(engine, ids);
  yield* deleteLeads(engine, ids);
  return removals;
}

/** Brings removed leads back under their ids, `after` what each is to be like now. Rejects with lead_conflict. */
export function* restoreLeads(engine: Engine, removals: readonly (Removal & { after: StoredLead })[]): Work<void> {
  if (removals.length === 0) return;
  const ids = removals.map(({ lead }) => lead.id);
  yield* insertLeads(
    engine,
    removals.map(({ after }) => after),
    ids,
  );
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
  // The source may have shown the row again meanwhile, when it belonged to nobody.
  yield* engine.sql.insertMany(
    "source_rows",
    restored,
    "on conflict (source_id, row_key) do update set lead_id = excluded.lead_id, content_hash = excluded.content_hash",
  );
  yield* run(engine.build.deleteFrom("tombstones").where(engine.sql.isOneOf("lead_id", ids)));
}

/** The rows of sources that told of these leads, by lead. */
export function* rowsOfLeads(engine: Engine, ids: readonly string[]): Work<Map<string, RemovedRow[]>> {
  const found = yield* all(
    engine.build
      .selectFrom("source_rows")
      .select(["lead_id", "source_id", "row_key", "content_hash"])
      .where(engine.sql.isOneOf("lead_id", ids)),
  );
  const rows = new Map<string, RemovedRow[]>();
  for (const { lead_id, source_id, row_key, content_hash } of found) {
    const row = { sourceId: String(source_id), rowKey: row_key, contentHash: content_hash };
    rows.set(String(lead_id), [...(rows.get(String(lead_id)) ?? []), row]);
  }
  return rows;
}

/** What keeps the same lead from coming back with the next sync, by everything it is known by. */
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

/** What a lead was known by before it was merged must not bring it back either. */
export function* buryAliases(engine: Engine, ids: readonly string[]): Work<void> {
  const isOfThese = engine.sql.isOneOf("lead_id", ids);
  for (const kind of ["email", "phone"] as const) {
    const key = sql.ref(`${kind}_key`);
    yield* run(sql`insert into tombstones (kind, source_id, key, lead_id)
      select distinct ${kind}, 0, ${key}, lead_id from lead_aliases where ${isOfThese} and ${key} is not null
      on conflict (kind, source_id, key, lead_id) do nothing`);
  }
}
