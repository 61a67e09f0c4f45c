import { z } from "zod";
import { Id, Timestamp, visibleLine } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** A view of the lead list under a name: its filters, order and columns, as the list's address holds them. */
export const SavedView = z.object({ id: Id, name: z.string(), query: z.string(), createdAt: Timestamp });
export type SavedView = z.infer<typeof SavedView>;

export const NewSavedView = z.object({
  name: visibleLine(LIMITS.savedView.nameLength, "Name is required"),
  /** Without its question mark: "status=pending&sort=-score". */
  query: z.string().max(LIMITS.savedView.queryLength),
});
export type NewSavedView = z.infer<typeof NewSavedView>;

export const SavedViewUpdate = NewSavedView.partial();
export type SavedViewUpdate = z.infer<typeof SavedViewUpdate>;
