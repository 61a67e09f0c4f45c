import { useQuery } from "@tanstack/react-query";
import { Ellipsis, MessageSquare, Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { commentsQuery, deleteComment } from "#web/api/leads/comments.ts";
import { useMay } from "#web/api/use-may.ts";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { paths } from "#web/paths.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { CommentForm } from "#web/screens/leads/sheet/timeline/comment-form.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { LIMITS } from "#shared/limits.ts";
import { useFirst } from "#web/ui/use-first.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import type { Comment } from "#shared/contract/leads/comment.ts";
import { mentionsIn } from "#shared/mentions.ts";
import { useAction } from "#web/actions/use-action.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";

/** The lead's history and comments, newest first. */
export function LeadTimeline({ lead }: { lead: LeadDetail }) {
  const { id: leadId, timeline } = lead;
  const mayWork = useMay("work");
  const comments = useQuery(commentsQuery(leadId));
  const field = useRef<HTMLTextAreaElement>(null);
  const write = {
    label: "Add comment",
    words: "write mention colleague",
    Icon: MessageSquare,
    movesFocus: true,
  } as const;
  useSubjectActions(
    mayWork ? { title: leadTitle(lead), entries: [{ ...write, run: () => field.current?.focus() }] } : null,
  );
  const entries = [
    ...timeline.map((item) => ({ key: item.id, at: item.at, content: <TimelineItem {...item} /> })),
    ...(comments.data ?? []).map((comment) => ({
      key: `comment-${comment.id}`,
      at: comment.createdAt,
      content: <CommentItem leadId={leadId} comment={comment} />,
    })),
  ].toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  const [shown, showAll] = useFirst(entries, LIMITS.show.timeline, "entry", "entries");
  return (
    <LeadSection title="Timeline">
      {mayWork && (
        <div className="mb-5">
          <CommentForm leadId={leadId} field={field} />
        </div>
      )}
      {comments.data === undefined && comments.error !== null && (
        <ErrorPanel
          title="Couldn't load comments"
          detail={detailOf(comments.error)}
          onRetry={() => void comments.refetch()}
        />
      )}
      <ol className="flex flex-col">
        {shown.map(({ key, content }) => (
          <li key={key} className="relative border-l border-line pb-4 pl-5 last:pb-0">
            <span aria-hidden className="absolute top-1.5 -left-1 size-2 rounded-full bg-field" />
            {content}
          </li>
        ))}
      </ol>
      {showAll !== null && <div className="mt-3">{showAll}</div>}
      <p className="mt-3 text-sm">
        <Link
          to={paths.history()}
          className="rounded-sm text-link underline underline-offset-2 touch:inline-block touch:py-3"
        >
          View full history
        </Link>
      </p>
    </LeadSection>
  );
}

function TimelineItem({ title, description, by, at }: LeadDetail["timeline"][number]) {
  return (
    <>
      <p className="wrap-anywhere">
        <bdi dir="ltr">{title}</bdi>
      </p>
      {description !== "" && <p className="text-sm text-muted wrap-anywhere">{description}</p>}
      <p className="text-sm text-muted">
        {by !== "" && (
          <>
            <bdi>{by}</bdi> ·{" "}
          </>
        )}
        <RelativeTime time={at} style="activity" />
      </p>
    </>
  );
}

/** A comment in the timeline. */
function CommentItem({ leadId, comment }: { leadId: string; comment: Comment }) {
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
