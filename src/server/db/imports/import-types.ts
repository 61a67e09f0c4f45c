import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Scored } from "#server/db/rules/rescore-wanted.ts";

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

export interface ImportStore {
  /** Newest first. */
  list(limit: number): Promise<ImportRecord[]>;
  get(id: string): Promise<ImportRecord | null>;
  create(record: Omit<ImportRecord, "id">): Promise<ImportRecord>;
  update(id: string, patch: Partial<Omit<ImportRecord, "id" | "createdAt">>): Promise<ImportRecord | null>;
  /** Also deletes its file and rejected rows; the leads stay. */
  remove(id: string): Promise<boolean>;
  /** Imports in state `running` or `undoing`: in progress, or left by a process that ended. */
  unfinished(): Promise<ImportRecord[]>;
  /** Imports that still have a file and saw no activity since: never started, or interrupted before then. */
  leftSince(at: string): Promise<ImportRecord[]>;
  /** How many file parts are stored. */
  countParts(): Promise<number>;
  /** Adds the next part of the file; `part` counts from 0. */
  addPart(id: string, part: number, bytes: Uint8Array): Promise<void>;
  part(id: string, part: number): Promise<Uint8Array | null>;
  /** Deletes the file once it is no longer needed. */
  removeParts(id: string): Promise<void>;
  /** Rejected rows in file order, after row `afterRow`. */
  rejected(id: string, afterRow: number, limit: number): Promise<RejectedRow[]>;
  /**
   * Undoes the import's next `limit` changes in one transaction: deletes leads it created without a tombstone, restores
   * leads it changed, and skips leads changed since. `rescore` scores restored leads by the current rules. The counts
   * are added to the record's `undo`.
   */
  undoStep(
    id: string,
    limit: number,
    undoing: { by: string; at: string; rescore: (lead: StoredLead) => StoredLead } & Scored,
  ): Promise<ImportUndoStep>;
}
