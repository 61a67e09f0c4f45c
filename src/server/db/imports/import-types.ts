import type { LeadImport } from "#shared/contract/leads/lead-import.ts";

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

/** A rejected row: its 1-based number in the file, its cells as read, and the reason. */
export interface RejectedRow {
  row: number;
  cells: string[];
  reason: string;
}

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
