import { z } from "zod";
import { Id, line, Timestamp } from "#shared/contract/common.ts";
import { SyncCounts } from "#shared/contract/data-source.ts";
import { LIMITS } from "#shared/limits.ts";
import { LEAD_TEXT_FIELDS } from "#shared/raw-lead.ts";

export const ImportFormat = z.enum(["csv", "tsv", "xlsx"]);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** What a column becomes: a field of the lead, half of its name, the row's own key, a fact under its header, or nothing. */
export const COLUMN_TARGETS = [...LEAD_TEXT_FIELDS, "firstName", "lastName", "id", "fact", "ignore"] as const;
export const ColumnTarget = z.enum(COLUMN_TARGETS);
export type ColumnTarget = z.infer<typeof ColumnTarget>;

/** What happens to a lead that is known already: fill its empty fields, overwrite them, or leave it alone. */
export const KNOWN_LEAD_POLICIES = ["fill", "overwrite", "skip"] as const;
export const KnownLeadPolicy = z.enum(KNOWN_LEAD_POLICIES);
export type KnownLeadPolicy = z.infer<typeof KnownLeadPolicy>;

export const IMPORT_STATES = [
  /** Read so far that it can be previewed; nothing has been taken in. */
  "ready",
  "running",
  "finished",
  /** Ended before its last row, by a person or because the server stopped: it can be started again and goes on. */
  "interrupted",
  "failed",
  "undoing",
  "undone",
] as const;

/** How a file is read; `delimiter` and `encoding` are null for a workbook, `sheet` for text. */
export const ImportReading = z.object({
  encoding: z.string().max(40).nullable(),
  delimiter: z.string().length(1).nullable(),
  hasHeader: z.boolean(),
  sheet: z.string().max(200).nullable(),
});
export type ImportReading = z.infer<typeof ImportReading>;

export const ImportColumn = z.object({
  index: z.int(),
  /** Its header, or "Column F". */
  name: z.string(),
  target: ColumnTarget,
  /** The first values that are not blank. */
  samples: z.array(z.string()),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/** Counts of an import add up: seen = created + updated + unchanged + skipped + failed; `skipped` are the rejected rows. */
export const LeadImport = z.object({
  id: Id,
  fileName: z.string(),
  bytes: z.int(),
  format: ImportFormat,
  state: z.enum(IMPORT_STATES),
  reading: ImportReading,
  /** The workbook's sheets; empty for text. */
  sheets: z.array(z.string()),
  columns: z.array(ImportColumn),
  /** The first rows after the header, as read. */
  preview: z.array(z.array(z.string())),
  policy: KnownLeadPolicy,
  counts: SyncCounts,
  qualified: z.int(),
  /** Rows that are left out, whose file can be downloaded. */
  rejects: z.int(),
  /** How much of the file has been read, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** What is odd about the file, or how the import ended. */
  message: z.string(),
  /** What undoing it brought about; null before. `kept` leads were changed since and stay. */
  undo: z.object({ removed: z.int(), restored: z.int(), kept: z.int() }).nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
});
export type LeadImport = z.infer<typeof LeadImport>;

/** What a person corrects before the start. A changed reading is previewed afresh, and the columns recognised anew. */
export const LeadImportUpdate = z
  .object({
    reading: ImportReading.partial(),
    targets: z.array(ColumnTarget).max(LIMITS.import.columns),
    policy: KnownLeadPolicy,
  })
  .partial();
export type LeadImportUpdate = z.infer<typeof LeadImportUpdate>;

export const ImportUploadQuery = z.object({ name: line(LIMITS.import.fileNameLength).min(1, "The file needs a name") });
