import { z } from "zod";
import { Id, line, Timestamp } from "#shared/contract/common.ts";
import { SyncCounts } from "#shared/contract/data-source.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";

export const ImportFormat = z.enum(["csv", "tsv", "xlsx"]);
export type ImportFormat = z.infer<typeof ImportFormat>;

/**
 * What a column maps to: a lead field, half of its name, its status, its owner, its tags, the row's own key, the next
 * step or when that is due, a fact under its header, or nothing; or, as `field:` with its key, a custom field.
 */
export const COLUMN_TARGETS = [
  ...LEAD_TEXT_FIELDS,
  "firstName",
  "lastName",
  "status",
  "owner",
  "id",
  "tags",
  "nextStep",
  "nextStepDue",
  "fact",
  "ignore",
] as const;
export const ColumnTarget = z.union([
  z.enum(COLUMN_TARGETS),
  z.templateLiteral(["field:", z.string().regex(/[a-z0-9_]+/u)]),
]);
export type ColumnTarget = z.infer<typeof ColumnTarget>;

/** How to treat leads that already exist: fill empty fields, overwrite, or skip. */
export const KNOWN_LEAD_POLICIES = ["fill", "overwrite", "skip"] as const;
export const KnownLeadPolicy = z.enum(KNOWN_LEAD_POLICIES);
export type KnownLeadPolicy = z.infer<typeof KnownLeadPolicy>;

export const IMPORT_STATES = [
  /** Read far enough for a preview; nothing imported yet. */
  "ready",
  "running",
  "finished",
  /** Stopped before the last row, by a person or a server restart; it can be resumed. */
  "interrupted",
  "failed",
  "undoing",
  "undone",
] as const;

/** How a file is parsed; `delimiter` and `encoding` are null for a workbook, `sheet` for text. */
export const ImportReading = z.object({
  encoding: z.string().max(40).nullable(),
  delimiter: z.string().length(1).nullable(),
  hasHeader: z.boolean(),
  sheet: z.string().max(200).nullable(),
});
export type ImportReading = z.infer<typeof ImportReading>;

/** Which comes first in dates such as 03/04/2026. */
export const DateOrder = z.enum(["day", "month"]);
export type DateOrder = z.infer<typeof DateOrder>;

export const ImportColumn = z.object({
  index: z.int(),
  /** Header, or "Column F". */
  name: z.string(),
  target: ColumnTarget,
  /** If the column's dates show it. */
  dates: DateOrder.optional(),
  /** If its numbers have a decimal comma, as in 1.250,50. */
  decimal: z.literal("comma").optional(),
  /** The first nonblank values. */
  samples: z.array(z.string()),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/** Counts of an import: seen = created + updated + unchanged + skipped + failed; `skipped` are the rejected rows. */
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
  /** Rejected rows, and those imported without a value that didn't fit its custom field, available as a file. */
  rejects: z.int(),
  /** How much of the file has been read, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Problems with the file, or how the import ended. */
  message: z.string(),
  /** The result of undoing it, null before. `kept` leads have changed since and stay. */
  undo: z.object({ removed: z.int(), restored: z.int(), kept: z.int() }).nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
});
export type LeadImport = z.infer<typeof LeadImport>;

/** Corrections before the start. Changing how the file is parsed rebuilds the preview and the column mapping. */
export const LeadImportUpdate = z
  .object({
    reading: ImportReading.partial(),
    targets: z.array(ColumnTarget).max(LIMITS.import.columns),
    policy: KnownLeadPolicy,
  })
  .partial();
export type LeadImportUpdate = z.infer<typeof LeadImportUpdate>;

export const ImportUploadQuery = z.object({ name: line(LIMITS.import.fileNameLength).min(1, "File name is required") });
