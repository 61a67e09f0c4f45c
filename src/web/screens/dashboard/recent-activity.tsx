import { useQuery } from "@tanstack/react-query";
import { ArrowRight, History } from "lucide-react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { activityQuery } from "#web/api/dashboard.ts";
import { ActivityList, ActivitySkeleton } from "#web/screens/dashboard/activity-list.tsx";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useSteadyRows } from "#web/screens/dashboard/steady-rows.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const SHOWN = 8;

const loadSheet = () => import("#web/screens/dashboard/activity-sheet.tsx");

/** The newest activity; View all opens the rest. */
export function RecentActivity() {
  const activity = useQuery(activityQuery(SHOWN));
  const { rows, hold } = useSteadyRows(activity.data);
  const sheet = useActivitySheet();
  const code = useLoaded({ name: "The activity", load: loadSheet, isWanted: sheet.isOpen, giveUp: sheet.close });
  return (
    <Card
      title="Recent Activity"
      actions={
        <Link
          to="?activity=all"
          state={{ openedHere: true }}
          preventScrollReset
          aria-label="View all activity"
          className={buttonClass("ghost", "small")}
          // A failure is shown on press.
          onPointerEnter={() => void loadSheet().catch(() => undefined)}
          onFocus={() => void loadSheet().catch(() => undefined)}
        >
          View all
          <ArrowRight aria-hidden />
        </Link>
      }
    >
      {rows === undefined ? (
        activity.isError ? (
          <QueryFailed what="the activity" query={activity} />
        ) : (
          <>
            <LoadingNote what="the activity" />
            <ActivitySkeleton rows={LIMITS.show.skeletonRowsDashboard} />
          </>
        )
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<History />}
          title="No recent activity"
          text="Syncs, qualified leads and reports will appear here."
        />
      ) : (
        <div {...hold}>
          <ActivityList items={rows} />
        </div>
      )}
      {code !== null && <code.ActivitySheet isOpen={sheet.isOpen} onClose={sheet.close} />}
    </Card>
  );
}

/** The sheet with all activity, open while the URL has `?activity=all`. */
function useActivitySheet(): { isOpen: boolean; close: () => void } {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  return {
    isOpen: search.get("activity") === "all",
    close: () => {
      // If opened from the dashboard, go back there; after following a link there is no page to go back to.
      if (wasOpenedHere(state)) void navigate(-1);
      else setSearch({}, { replace: true, preventScrollReset: true });
    },
  };
}

function wasOpenedHere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "openedHere" in state;
}
