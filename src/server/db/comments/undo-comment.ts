import { AppError } from "#server/platform/errors.ts";
import { LEAD_COMMENTS, type CommentRecord, type StoredComment } from "#server/db/comments/comments.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import type { Undoer } from "#server/db/engine/table.ts";
import { inTheWay, type UndoKind } from "#server/db/journal/undo-kind.ts";

/** Whether someone wrote a comment. While nobody has an account, everyone is its author. */
export function isAuthor({ accountId }: Pick<CommentRecord, "accountId">, { userId = null }: Undoer): boolean {
  return accountId === userId;
}

/** Undoing an edit puts words into the author's mouth, so owners may only undo the rest. */
export function mayUndoComment({ before, after }: StoredComment, who: Undoer): boolean {
  const comment = after ?? before;
  if (comment !== null && isAuthor(comment, who)) return true;
  return who.mayManage === true && (before === null || after === null);
}

/** Removes an added comment, or restores a deleted or edited one unless it has changed since. */
export const undoComment: UndoKind<StoredComment> = {
  *undo(engine, { before, after }, { mayManage = false, userId = null }) {
    if (!mayUndoComment({ before, after }, { mayManage, userId })) {
      throw new AppError("not_allowed", 403, "Only the comment's author or an owner can undo this.");
    }
    const comments = recordTable(LEAD_COMMENTS);
    const { id = "", leadId = "" } = after ?? before ?? {};
    const now = yield* comments.get(id);
    if (after === null && now !== null) throw inTheWay("The comment has since been restored.");
    if (after !== null && now === null) throw inTheWay("The comment has since been deleted.");
    if (after !== null && now?.text !== after.text) throw inTheWay("The comment has since been edited.");
    if (before === null) yield* comments.remove(id);
    else if (after === null) yield* engine.sql.insertMany("lead_comments", [{ id, ...comments.rowOf(before) }]);
    else yield* comments.update(id, before);
    return { topics: ["comments", "notifications"], leadIds: [leadId] };
  },
};
