import { z } from "zod";
import { Id, Timestamp, Version, visibleLine } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";
import { TAG_COLORS } from "#shared/tags.ts";

const { nameLength, perLead } = LIMITS.tag;

/** Without semicolons, which separate tags in a file. */
export const TagName = visibleLine(nameLength, "Name is required").regex(/^[^;]*$/u, "A tag can't contain a semicolon");

export const TagNames = z.array(TagName).max(perLead, `At most ${perLead} tags`);

const TagColor = z.enum(TAG_COLORS);

/** A label that people and rules put on leads. */
export const Tag = z.object({
  id: Id,
  name: z.string(),
  color: TagColor,
  createdAt: Timestamp,
  version: Version,
});
export type Tag = z.infer<typeof Tag>;

/** Without a color, it gets the one used least. */
export const NewTag = z.object({ name: TagName, color: TagColor.optional() });
export type NewTag = z.infer<typeof NewTag>;

export const TagUpdate = z.object({ name: TagName, color: TagColor, version: Version }).partial();
export type TagUpdate = z.infer<typeof TagUpdate>;

/** The tag that replaces the merged one on every lead. */
export const TagMerge = z.object({ into: Id });
