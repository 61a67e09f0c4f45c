import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { byIndexKey, indexKey } from "#server/store/index-key.ts";
import type { LeadBatch } from "#server/store/types.ts";
import { all, type Work } from "#server/store/work.ts";

/** Where rows of sources without a record stand. */
const NO_SOURCE = "0";
const REPLACE_ROW =
  "on conflict (source_id, row_key) do update set content_hash = excluded.content_hash, lead_id = excluded.lead_id";

/** A row of a source as it was; null where it was unknown. */
export interface KeptRow {
  sourceId: string;
  rowKey: string;
  before: { contentHash: string; leadId: string | null } | null;
}

/** The id under which the rows of a source stand. */
export function rowsId(source: { id: string | null }): string {
  return source.id ?? NO_SOURCE;
}

/** Which lead each of these rows of a source belongs to; those that belong to none are left out. */
export function* knownRowLeads(
  engine: Engine,
  source: { id: string | null },
  rowKeys: readonly string[],
): Work<Map<string, string>> {
  const keys = byIndexKey(rowKeys);
  const rows = yield* all(
    sql<{ row_key: string; lead_id: string | number }>`
      select row_key, lead_id from source_rows
      where source_id = ${rowsId(source)} and ${engine.sql.isOneOf("row_key", [...keys.keys()])} and lead_id is not null`,
  );
  return new Map(rows.map((row) => [keys.get(row.row_key) ?? row.row_key, String(row.lead_id)]));
}

/** Rows of a source as undo keeps them. */
export function* rowsAsTheyAre(
  engine: Engine,
  source: { id: string | null },
  rowKeys: readonly string[],
): Work<KeptRow[]> {
  const sourceId = rowsId(source);
  const keys = [...new Set(rowKeys.map(indexKey))];
  const found = yield* all(
    sql<{ row_key: string; content_hash: string; lead_id: string | number | null }>`
      select row_key, content_hash, lead_id from source_rows
      where source_id = ${sourceId} and ${engine.sql.isOneOf("row_key", keys)}`,
  );
  const known = new Map(found.map((row) => [row.row_key, row]));
  return keys.map((rowKey) => {
    const row = known.get(rowKey);
    if (row === undefined) return { sourceId, rowKey, before: null };
    const leadId = row.lead_id === null ? null : String(row.lead_id);
    return { sourceId, rowKey, before: { contentHash: row.content_hash, leadId } };
  });
}

/** Writes the rows of a batch whose new leads got these ids, and answers the lead of each. */
export function* writeSourceRows(
  engine: Engine,
  { source, rows }: Pick<LeadBatch, "source" | "rows">,
  ids: readonly string[],
): Work<Map<string, string | null>> {
  // The last one counts where a key comes twice: a statement may not write a row two times.
  const written = new Map(
    rows.map(({ rowKey, contentHash, leadId, createIndex }) => [
      rowKey,
      {
        source_id: rowsId(source),
        row_key: indexKey(rowKey),
        content_hash: contentHash,
        lead_id: createIndex === null ? leadId : (ids[createIndex] ?? null),
      },
    ]),
  );
  yield* engine.sql.insertMany("source_rows", [...written.values()], REPLACE_ROW);
  return new Map([...written].map(([rowKey, row]) => [rowKey, row.lead_id]));
}
