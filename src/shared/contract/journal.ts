import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** One thing that was done: by whom, when, and whether the caller can take it back now. */
export const JournalAct = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  description: z.string(),
  by: z.string(),
  at: Timestamp,
  leadId: Id.nullable(),
  undoneAt: Timestamp.nullable(),
  undoable: z.boolean(),
  /** Of an act on many leads how many they are, else null. */
  leads: z.int().nullable(),
  /** For so many of them it was taken back by an undo that was stopped; undoing it again goes on from there. */
  undoneLeads: z.int(),
});
export type JournalAct = z.infer<typeof JournalAct>;

export const JournalQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIMITS.journal.maxPageSize).optional(),
  /** An answer's `nextCursor`. */
  cursor: Id.optional(),
});

export type JournalQuery = z.infer<typeof JournalQuery>;

/** Newest first. */
export const JournalPage = z.object({ acts: z.array(JournalAct), nextCursor: Id.nullable() });
export type JournalPage = z.infer<typeof JournalPage>;

/** What taking an act back restored. */
export const Undone = z.object({
  restored: z.string(),
  leadId: Id.nullable(),
  /** Of an act on many leads: those that something newer stood in the way of. */
  kept: z.int(),
  /** Whether it is still being taken back, in the background. */
  goesOn: z.boolean(),
});
export type Undone = z.infer<typeof Undone>;
