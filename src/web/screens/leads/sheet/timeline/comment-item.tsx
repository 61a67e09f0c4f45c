import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Comment } from "#shared/contract/leads/comment.ts";
import { mentionsIn } from "#shared/mentions.ts";
import { useAction } from "#web/actions/use-action.ts";
import { deleteComment } from "#web/api/leads/comments.ts";
import { useMay } from "#web/api/use-may.ts";
import { CommentForm } from "#web/screens/leads/sheet/timeline/comment-form.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

/** A comment in the timeline. */
export function CommentItem({ leadId, comment }: { leadId: string; comment: Comment }) {
  const { id, author, text, createdAt, editedAt } = comment;
  const mayWork = useMay("work");
  const [isEditing, setIsEditing] = useState(false);
  const deleting = useAction(deleteComment);
  const remove = (): Promise<boolean> =>
    deleting.run(
      { params: { id: leadId, commentId: id } },
      { done: { title: "Comment deleted" }, failed: "Failed to delete the comment" },
    );
  if (isEditing) return <CommentForm leadId={leadId} comment={comment} onDone={() => setIsEditing(false)} />;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {withMentions(comment)}
        </p>
        <p className="text-sm text-muted">
          {author} · <RelativeTime time={createdAt} style="activity" />
          {editedAt !== null && " (edited)"}
        </p>
      </div>
      {mayWork && (comment.mayEdit || comment.mayDelete) && (
        <Menu trigger={<IconButton label={`Actions for “${text.slice(0, 40)}”`} icon={<Ellipsis aria-hidden />} />}>
          {comment.mayEdit && (
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setIsEditing(true)}>
              Edit
            </MenuItem>
          )}
          {comment.mayDelete && (
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => void remove()}>
              Delete
            </MenuItem>
          )}
        </Menu>
      )}
    </div>
  );
}

/** The text with its mentions in bold. */
function withMentions({ text, mentions }: Comment) {
  let last = 0;
  const parts = mentionsIn(text, mentions).map(({ person, start, end }) => {
    const before = text.slice(last, start);
    last = end;
    return (
      <span key={start}>
        {before}
        <strong title={person.hasAccess ? undefined : "Can't see this lead"} className="font-semibold">
          {text.slice(start, end)}
        </strong>
      </span>
    );
  });
  return [...parts, text.slice(last)];
}
