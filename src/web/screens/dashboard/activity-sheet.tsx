import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { activityPagesQuery } from "#web/api/dashboard.ts";
import { paths } from "#web/paths.ts";
import { ActivityList, ActivitySkeleton } from "#web/screens/dashboard/activity-list.tsx";
import { QueryFailed } from "#web/screens/dashboard/query-failed.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { LoadingNote } from "#web/ui/skeleton.tsx";

/** All activity, over the dashboard; open while the URL has `?activity=all`. */
export function ActivitySheet() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const close = (): void => {
    // If opened from the dashboard, go back there; after following a link there is no page to go back to.
    if (wasOpenedHere(state)) void navigate(-1);
    else setSearch({}, { replace: true, preventScrollReset: true });
  };
  return (
    <Sheet
      open={search.get("activity") === "all"}
      onOpenChange={(open) => !open && close()}
      title="Activity"
      description="Newest first"
    >
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
    if (pages.isError) return <QueryFailed what="activity" query={pages} />;
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

function wasOpenedHere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "openedHere" in state;
}
