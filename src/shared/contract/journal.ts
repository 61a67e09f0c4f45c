import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** A recorded action: by whom, when, and whether the caller can undo it now. */
export const JournalAction = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  description: z.string(),
  by: z.string(),
  at: Timestamp,
  leadId: Id.nullable(),
  undoneAt: Timestamp.nullable(),
  undoable: z.boolean(),
  /** Number of leads in a bulk action, otherwise null. */
  leads: z.int().nullable(),
  /** How many leads an interrupted undo restored; undoing again continues from there. */
  undoneLeads: z.int(),
});
export type JournalAction = z.infer<typeof JournalAction>;

export const JournalQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIMITS.journal.maxPageSize).optional(),
  cursor: Id.optional(),
});

export type JournalQuery = z.infer<typeof JournalQuery>;

/** Newest first. */
export const JournalPage = z.object({ acts: z.array(JournalAction), nextCursor: Id.nullable() });
export type JournalPage = z.infer<typeof JournalPage>;

/** The result of an undo. */
export const Undone = z.object({
  restored: z.string(),
  leadId: Id.nullable(),
  /** Leads of a bulk action left alone because of newer changes. */
  kept: z.int(),
  /** Whether the undo continues in the background. */
  goesOn: z.boolean(),
});
export type Undone = z.infer<typeof Undone>;
