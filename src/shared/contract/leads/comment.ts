import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

const { textLength } = LIMITS.comment;

/** A comment on a lead. `@username` in its text mentions someone, who is notified. */
export const Comment = z.object({
  id: Id,
  text: z.string(),
  /** The author's username. */
  author: z.string(),
  /** In the order of the text. Without access, someone can't sign in and won't see the mention. */
  mentions: z.array(z.object({ accountId: Id, username: z.string(), hasAccess: z.boolean() })),
  createdAt: Timestamp,
  editedAt: Timestamp.nullable(),
  /** Only its author edits a comment; owners may also delete it. */
  mayEdit: z.boolean(),
  mayDelete: z.boolean(),
});
export type Comment = z.infer<typeof Comment>;

export const NewComment = z.object({
  text: z
    .string()
    .trim()
    .max(textLength)
    .regex(/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u, "Enter a comment"),
});
export type NewComment = z.infer<typeof NewComment>;

export const CommentParams = z.object({ id: Id, commentId: Id });
