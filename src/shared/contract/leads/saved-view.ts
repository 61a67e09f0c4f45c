import { z } from "zod";
import { Id, Timestamp, Version, visibleLine } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** A named view of the lead list: its filters, sorting, layout and columns, as in the list's URL. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  query: z.string(),
  /** Everyone on the team sees it, otherwise only its creator. */
  isShared: z.boolean(),
  createdAt: Timestamp,
  /** Whether the caller may change, move and delete it, or only save a copy. */
  mayChange: z.boolean(),
  /** Whether the caller may make it personal. */
  mayHide: z.boolean(),
  version: Version,
});
export type SavedView = z.infer<typeof SavedView>;

export const NewSavedView = z.object({
  name: visibleLine(LIMITS.savedView.nameLength, "Name is required"),
  /** Without the question mark: "status=pending&sort=-score". */
  query: z.string().max(LIMITS.savedView.queryLength),
  /** True if omitted. A personal view needs an account. */
  isShared: z.boolean().optional(),
});
export type NewSavedView = z.infer<typeof NewSavedView>;

/** `before` is the view to move it in front of; null moves it to the end. */
export const SavedViewUpdate = NewSavedView.extend({ version: Version, before: Id.nullable() }).partial();
export type SavedViewUpdate = z.infer<typeof SavedViewUpdate>;
