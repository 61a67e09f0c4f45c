import { useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { commentsQuery } from "#web/api/leads/comments.ts";
import { useMay } from "#web/api/use-may.ts";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { paths } from "#web/paths.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { CommentForm } from "#web/screens/leads/sheet/timeline/comment-form.tsx";
import { CommentItem } from "#web/screens/leads/sheet/timeline/comment-item.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

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
  ];
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
        {entries
          .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
          .map(({ key, content }) => (
            <li key={key} className="relative border-l border-line pb-4 pl-5 last:pb-0">
              <span aria-hidden className="absolute top-1.5 -left-1 size-2 rounded-full bg-field" />
              {content}
            </li>
          ))}
      </ol>
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
        <bdi>{title}</bdi>
      </p>
      {description !== "" && <p className="text-sm text-muted wrap-anywhere">{description}</p>}
      <p className="text-sm text-muted">
        {by !== "" && `${by} · `}
        <RelativeTime time={at} style="activity" />
      </p>
    </>
  );
}
