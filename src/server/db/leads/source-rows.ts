import type { Engine } from "#server/db/engine/engine.ts";
import { byIndexKey, indexKey } from "#server/db/engine/index-key.ts";
import type { Table } from "#server/db/engine/table.ts";
import { all, sql, type Work } from "#server/db/engine/sql.ts";

export const SOURCE_ROWS: Table = {
  name: "source_rows",
  backup: "all",
  people: {
    kind: "Source rows",
    key: ["source_id", "row_key"],
    leads: ["lead_id"],
    texts: ["row_key"],
    ofPerson: "delete",
  },
};

/**
 * A source's row after intake. `leadId` is null for a skipped row; `createIndex` is set when the batch creates its
 * lead.
 */
export interface SourceRowWrite {
  rowKey: string;
  contentHash: string;
  leadId: string | null;
  createIndex: number | null;
}

/** The source id for rows without a source record. */
const NO_SOURCE = "0";
/** Replaces a known row. */
export const REPLACE_ROW =
  "on conflict (source_id, row_key) do update set content_hash = excluded.content_hash, lead_id = excluded.lead_id";

/** The previous state of a source's row; null if it was unknown. */
export interface StoredSourceRow {
  sourceId: string;
  rowKey: string;
  before: { contentHash: string; leadId: string | null } | null;
}

/** The id under which a source's rows are stored. */
export function rowsId(source: { id: string | null }): string {
  return source.id ?? NO_SOURCE;
}

/** The lead of each of these rows of a source; rows without a lead are skipped. */
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

/** Current rows of a source, as undo data. */
export function* rowsAsTheyAre(
  engine: Engine,
  source: { id: string | null },
  rowKeys: readonly string[],
): Work<StoredSourceRow[]> {
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

/** Writes a batch's rows, given the ids of its new leads, and returns each row's lead. */
export function* writeSourceRows(
  engine: Engine,
  { source, rows }: { source: { id: string | null }; rows: readonly SourceRowWrite[] },
  ids: readonly string[],
): Work<Map<string, string | null>> {
  // The last one wins for a duplicate key: a statement can't write a row twice.
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
