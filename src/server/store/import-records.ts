import type { ImportRecord } from "#server/store/import-types.ts";
import { recordTable, type RecordTable } from "#server/store/record-table.ts";

/** The files that leads came from. */
export function importRecords(): RecordTable<ImportRecord> {
  return recordTable<ImportRecord>("imports", {
    fileName: { column: "file_name", kind: "plain" },
    bytes: { column: "bytes", kind: "number" },
    format: { column: "format", kind: "plain" },
    state: { column: "state", kind: "plain" },
    reading: { column: "reading", kind: "json" },
    sheets: { column: "sheets", kind: "json" },
    columns: { column: "file_columns", kind: "json" },
    preview: { column: "preview", kind: "json" },
    policy: { column: "policy", kind: "plain" },
    counts: { column: "counts", kind: "json" },
    qualified: { column: "qualified", kind: "plain" },
    rowsRead: { column: "rows_read", kind: "plain" },
    rejects: { column: "rejects", kind: "plain" },
    progress: { column: "progress", kind: "plain" },
    message: { column: "message", kind: "plain" },
    undo: { column: "undo", kind: "json" },
    actId: { column: "act_id", kind: "id" },
    createdAt: { column: "created_at", kind: "plain" },
    startedAt: { column: "started_at", kind: "plain" },
    finishedAt: { column: "finished_at", kind: "plain" },
  });
}
