import type { LeadImport } from "#shared/contract/lead-import.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Scored } from "#server/store/types.ts";

/** An import as kept; `actId` is its act in the journal, null before it was started, `rowsRead` is how many rows after the header have been taken in, where an interrupted one goes on. */
export type ImportRecord = Omit<LeadImport, "progress"> & {
  rowsRead: number;
  progress: number;
  actId: string | null;
};

/** A row that was left out: its number in the file from 1, its cells as read, and why. */
export interface RejectedRow {
  row: number;
  cells: string[];
  reason: string;
}

/**
 * Written in the transaction of the batch: how far the import is, and the rows it left out. What the batch creates and
 * changes is remembered as the import's, so that it can be taken back.
 */
export interface ImportWrite {
  kind: "import";
  id: string;
  /** The rows taken in before this batch: where there are others, another run has gone on with the import. */
  rowsBefore: number;
  patch: Pick<ImportRecord, "rowsRead" | "progress" | "counts" | "qualified" | "rejects">;
  rejected: readonly RejectedRow[];
}

export interface ImportUndoStep {
  removed: number;
  restored: number;
  /** Leads that were changed since: they stay. */
  kept: number;
  /** Whether there is more to take back. */
  isDone: boolean;
}

export interface ImportStore {
  /** Newest first. */
  list(limit: number): Promise<ImportRecord[]>;
  get(id: string): Promise<ImportRecord | null>;
  create(record: Omit<ImportRecord, "id">): Promise<ImportRecord>;
  update(id: string, patch: Partial<Omit<ImportRecord, "id" | "createdAt">>): Promise<ImportRecord | null>;
  /** With its file and its rejected rows; the leads stay. */
  remove(id: string): Promise<boolean>;
  /** Those in state `running` or `undoing`: under way, or left by a process that ended. */
  unfinished(): Promise<ImportRecord[]>;
  /** Those whose file is kept, and that nobody has done anything with since: not started, or interrupted before then. */
  leftSince(at: string): Promise<ImportRecord[]>;
  /** How many pieces of files are kept. */
  countParts(): Promise<number>;
  /** Adds the next piece of the file; `part` counts from 0. */
  addPart(id: string, part: number, bytes: Uint8Array): Promise<void>;
  part(id: string, part: number): Promise<Uint8Array | null>;
  /** Forgets the file, once it is not needed any more. */
  removeParts(id: string): Promise<void>;
  /** Rejected rows in the order of the file, from above `afterRow`. */
  rejected(id: string, afterRow: number, limit: number): Promise<RejectedRow[]>;
  /**
   * Takes back the next `limit` of what the import created and changed, one transaction: a lead it created goes without
   * a tombstone, one it changed gets its former values back, and one that was changed since stays as it is. `judge`
   * scores what is restored by the rules of now. The counts are added to the record's `undo`.
   */
  undoStep(
    id: string,
    limit: number,
    undoing: { by: string; at: string; judge: (lead: StoredLead) => StoredLead } & Scored,
  ): Promise<ImportUndoStep>;
}
