import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import {
  type RecordOf,
  type RecordsTable,
  rowCodec,
  type Seen,
  stored,
  type StoredRow,
} from "#server/db/engine/table.ts";

/**
 * A stored import. `actId` is its journal action, null before the start; `rowsRead` counts the data rows taken in,
 * where an interrupted import resumes.
 */
export type ImportRecord = Omit<LeadImport, "progress"> & {
  rowsRead: number;
  progress: number;
  actId: string | null;
  /** The username; empty for imports before it was recorded. */
  uploadedBy: string;
};

export const REJECT_CODEC = rowCodec({
  /** Its number in the file, from 1. */
  row: stored.plain<number>("row_number"),
  /** As read. */
  cells: stored.json<string[]>(),
  reason: stored.plain<string>(),
});

/** A rejected row. */
export type RejectedRow = RecordOf<typeof REJECT_CODEC>;

/**
 * Written in a batch's transaction: the import's progress and rejected rows. Leads that the batch creates and changes
 * are recorded for the import's undo.
 */
export interface ImportWrite {
  kind: "import";
  id: string;
  /** Rows taken in before this batch; a different count means another run has continued the import. */
  rowsBefore: number;
  patch: Pick<ImportRecord, "rowsRead" | "progress" | "counts" | "qualified" | "rejects">;
  rejected: readonly RejectedRow[];
}

export interface ImportUndoStep {
  removed: number;
  restored: number;
  /** Leads that changed since the import and therefore stay as they are. */
  kept: number;
  /** Whether the undo is complete. */
  isDone: boolean;
}

/** Files that leads were imported from. */
export const IMPORTS: RecordsTable<ImportRecord> = {
  name: "imports",
  fields: {
    fileName: stored.plain(),
    bytes: stored.number(),
    format: stored.plain(),
    state: stored.plain(),
    reading: stored.json(),
    sheets: stored.json(),
    columns: stored.json("file_columns"),
    preview: stored.json(),
    policy: stored.plain(),
    counts: stored.json(),
    qualified: stored.plain(),
    rowsRead: stored.plain(),
    rejects: stored.plain(),
    progress: stored.plain(),
    message: stored.plain(),
    undo: stored.json(),
    actId: stored.id(),
    uploadedBy: stored.plain(),
    createdAt: stored.plain(),
    startedAt: stored.plain(),
    finishedAt: stored.plain(),
  },
  backup: "all",
  seen: { where: "seen.uploaded_by = :username" },
  people: {
    kind: "Imports",
    key: ["id"],
    texts: ["file_name", "file_columns", "preview", "message"],
    ofPerson: withoutRowsOfFile,
    hidden: ["uploaded_by"],
  },
};

/** Rows of an import, seen by the account that uploaded it. */
export const SEEN_OF_IMPORTS: Seen = {
  where: "exists (select 1 from imports where imports.id = seen.import_id and imports.uploaded_by = :username)",
};

/** An import's file columns and preview without any row data. */
export function withoutRowsOfFile({ file_columns }: StoredRow): { preview: string; file_columns: string } {
  // Only this store writes this column.
  const columns = JSON.parse(String(file_columns)) as object[];
  return { preview: "[]", file_columns: JSON.stringify(columns.map((column) => ({ ...column, samples: [] }))) };
}
