import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { activityPagesQuery } from "#web/api/dashboard.ts";
import { paths } from "#web/paths.ts";
import { ActivityList, ActivitySkeleton } from "#web/screens/dashboard/activity-list.tsx";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { LoadingNote } from "#web/ui/skeleton.tsx";

interface ActivitySheetProps {
  isOpen: boolean;
  onClose: () => void;
}

/** All activity, over the dashboard. */
export function ActivitySheet({ isOpen, onClose }: ActivitySheetProps) {
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()} title="Activity" description="Newest first">
      <p className="mb-4 text-sm text-muted">
        To undo a change, open the{" "}
        <Link to={paths.history()} className="rounded-sm text-link underline underline-offset-2">
          history
        </Link>
        .
      </p>
      <AllActivity />
    </Sheet>
  );
}

function AllActivity() {
  const pages = useInfiniteQuery(activityPagesQuery);
  const items = pages.data?.pages.flatMap((page) => page.items);
  if (items === undefined) {
    if (pages.isError) return <QueryFailed what="the activity" query={pages} />;
    return (
      <>
        <LoadingNote what="the activity" />
        <ActivitySkeleton rows={LIMITS.show.skeletonRowsDashboard} />
      </>
    );
  }
  if (items.length === 0) return <p className="text-muted">No recent activity</p>;
  return (
    <>
      <ActivityList items={items} />
      {pages.hasNextPage && (
        <Button className="mt-4 w-full" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}
