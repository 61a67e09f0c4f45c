import { z } from "zod";
import { Id, Timestamp, Version, visibleLine } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** A named view of the lead list: its filters, sorting and columns, as in the list's URL. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  query: z.string(),
  createdAt: Timestamp,
  version: Version,
});
export type SavedView = z.infer<typeof SavedView>;

export const NewSavedView = z.object({
  name: visibleLine(LIMITS.savedView.nameLength, "Name is required"),
  /** Without the question mark: "status=pending&sort=-score". */
  query: z.string().max(LIMITS.savedView.queryLength),
});
export type NewSavedView = z.infer<typeof NewSavedView>;

export const SavedViewUpdate = NewSavedView.extend({ version: Version }).partial();
export type SavedViewUpdate = z.infer<typeof SavedViewUpdate>;
