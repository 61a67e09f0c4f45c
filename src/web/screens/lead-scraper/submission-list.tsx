import { useInfiniteQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { formSubmissionsQuery } from "#web/api/forms.ts";
import { useShowMore } from "#web/api/use-show-more.ts";
import { SubmissionRow } from "#web/screens/lead-scraper/submission-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** Form submissions, newest first, updated live. */
export function SubmissionList() {
  const query = useInfiniteQuery(formSubmissionsQuery);
  const { data, error, hasNextPage } = query;
  const { showMore, isShowingMore } = useShowMore(query);
  const submissions = data?.pages.flatMap(({ items }) => items);
  return (
    <Card flush title="Submissions" description="Includes submissions that didn't become leads.">
      {submissions === undefined && error !== null ? (
        <QueryFailed what="submissions" query={query} />
      ) : submissions === undefined ? (
        <div className="flex flex-col gap-3 border-t border-line px-5 py-4 max-md:px-4">
          <LoadingNote what="the submissions" />
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-4 w-80 max-w-full" />
        </div>
      ) : submissions.length === 0 ? (
        <EmptyState
          icon={<ClipboardList />}
          title="No submissions yet"
          text="Submit a connected form and it appears here right away."
        />
      ) : (
        <>
          <ul aria-label="Submissions">
            {submissions.map((submission) => (
              <SubmissionRow key={submission.id} submission={submission} />
            ))}
          </ul>
          {hasNextPage && (
            <div className="flex justify-center border-t border-line p-3">
              <Button variant="ghost" busy={isShowingMore} onClick={showMore}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}
