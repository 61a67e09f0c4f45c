import { z } from "zod";
import { Id, Version } from "#shared/contract/common.ts";
import { Destination } from "#shared/contract/destination.ts";

/** The kind of a destination that writes leads back to a Google Sheets source. */
export const WRITE_BACK_KIND = "google_sheets";
export type WriteBackKind = typeof WRITE_BACK_KIND;

/** What can be written back to a Google Sheet, and the header of each column. A sync never reads these columns. */
export const WRITE_BACK_COLUMNS = {
  score: "Winnow score",
  status: "Winnow status",
  owner: "Winnow owner",
  reasons: "Winnow reasons",
  link: "Winnow link",
} as const;

export const WRITE_BACK_KEYS = Object.keys(WRITE_BACK_COLUMNS) as [WriteBackColumn, ...WriteBackColumn[]];

const HEADERS: ReadonlySet<string> = new Set(Object.values(WRITE_BACK_COLUMNS));

export function isWriteBackHeader(header: string): boolean {
  return HEADERS.has(header.trim());
}

export const WriteBackColumn = z.enum(WRITE_BACK_KEYS);
export type WriteBackColumn = keyof typeof WRITE_BACK_COLUMNS;

const Columns = z
  .array(WriteBackColumn)
  .min(1, "Choose at least one column")
  .max(WRITE_BACK_KEYS.length)
  .transform((columns) => WRITE_BACK_KEYS.filter((key) => columns.includes(key)));

/** A Google Sheets source that each lead's values are written back to. */
export const WriteBack = Destination.extend({
  sourceId: Id,
  /** The source's. */
  name: z.string(),
  columns: z.array(WriteBackColumn),
});
export type WriteBack = z.infer<typeof WriteBack>;

export const NewWriteBack = z.object({
  sourceId: z.string().min(1, "Choose a source").max(64),
  columns: Columns.default(WRITE_BACK_KEYS),
  isActive: z.boolean().default(true),
});
export type NewWriteBack = z.infer<typeof NewWriteBack>;

export const WriteBackUpdate = z.object({
  columns: Columns.optional(),
  isActive: z.boolean().optional(),
  version: Version.optional(),
});
export type WriteBackUpdate = z.infer<typeof WriteBackUpdate>;
