import type { ImportRecord } from "#server/db/imports/import-types.ts";
import { recordTable, type RecordTable } from "#server/db/engine/record-table.ts";
import type { RecordsTable, Seen, StoredRow } from "#server/db/engine/table.ts";

export const IMPORTS: RecordsTable<ImportRecord> = {
  name: "imports",
  fields: {
    fileName: "plain",
    bytes: "number",
    format: "plain",
    state: "plain",
    reading: "json",
    sheets: "json",
    columns: { column: "file_columns", kind: "json" },
    preview: "json",
    policy: "plain",
    counts: "json",
    qualified: "plain",
    rowsRead: "plain",
    rejects: "plain",
    progress: "plain",
    message: "plain",
    undo: "json",
    actId: "id",
    uploadedBy: "plain",
    createdAt: "plain",
    startedAt: "plain",
    finishedAt: "plain",
  },
  backup: "all",
  seen: { where: "seen.uploaded_by = :username" },
  people: {
    kind: "Imports",
    key: ["id"],
    texts: ["file_name", "file_columns", "preview", "message"],
    ofPerson: withoutRowsOfFile,
    hidden: ["uploaded_by"],
    mentioning: withoutRowsOfFile,
  },
};

/** Rows of an import, seen by the account that uploaded it. */
export const SEEN_OF_IMPORTS: Seen = {
  where: "exists (select 1 from imports where imports.id = seen.import_id and imports.uploaded_by = :username)",
};

/** An import's file columns and preview without any row data. */
export function withoutRowsOfFile({ file_columns }: StoredRow): { preview: string; file_columns: string } {
  // Only importRecords writes this column.
  const columns = JSON.parse(String(file_columns)) as object[];
  return { preview: "[]", file_columns: JSON.stringify(columns.map((column) => ({ ...column, samples: [] }))) };
}

/** Files that leads were imported from. */
export function importRecords(): RecordTable<ImportRecord> {
  return recordTable(IMPORTS);
}
