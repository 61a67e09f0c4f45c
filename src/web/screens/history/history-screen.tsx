import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import type { JournalAction } from "#shared/contract/journal.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { journalQuery } from "#web/api/journal.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { useShowMore } from "#web/api/use-show-more.ts";
import { formatCounted } from "#web/format/number.ts";
import { Page } from "#web/layout/page.tsx";
import { ActionRow } from "#web/screens/history/action-row.tsx";
import { dayName, historyDays } from "#web/screens/history/history-days.ts";
import { HistorySkeleton } from "#web/screens/history/history-skeleton.tsx";
import { useUndoActions } from "#web/screens/history/use-undo-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { useNow } from "#web/ui/now.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** From this many leads on, undoing asks first. */
const MANY_LEADS = 100;

export function HistoryScreen() {
  const query = useInfiniteQuery(journalQuery);
  const { data, error, hasNextPage } = query;
  const { showMore, isShowingMore } = useShowMore(query);
  const { undo, underWay, refusals } = useUndoActions();
  const [asked, setAsked] = useState<JournalAction | null>(null);
  const shownAsked = useLastShown(asked);
  const progress = useProgress("bulk");
  const now = useNow();
  const actions = data?.pages.flatMap((page) => page.acts);

  if (actions === undefined) {
    return (
      <Page>
        {error === null ? (
          <HistorySkeleton />
        ) : (
          <Card>
            <QueryFailed what="history" query={query} />
          </Card>
        )}
      </Page>
    );
  }
  return (
    <Page>
      {actions.length === 0 && (
        <Card>
          <EmptyState
            icon={<History />}
            title="No history yet"
            text="Changes to leads, rules and settings appear here, and you can undo them."
          />
        </Card>
      )}
      {underWay.size > 0 && progress && (
        <ProgressBar label={progress.label} done={progress.done} total={progress.total} />
      )}
      {historyDays(actions).map(({ start, actions: ofDay }) => (
        <Card key={start} flush title={dayName(start, now)}>
          <ol className="border-t border-line">
            {ofDay.map((action) => (
              <ActionRow
                key={action.id}
                action={action}
                refusal={refusals.get(action.id) ?? null}
                busy={underWay.has(action.id)}
                onUndo={() => (isLarge(action) ? setAsked(action) : void undo(action.id))}
              />
            ))}
          </ol>
        </Card>
      ))}
      {hasNextPage && (
        <Button className="self-center" busy={isShowingMore} onClick={showMore}>
          Show more
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Undo this action?"
        description={
          <>
            “<bdi>{shownAsked?.title}</bdi>”
            {shownAsked?.leads == null ? "" : ` changed ${formatCounted(shownAsked.leads, "lead")}`}. Leads edited since
            then stay as they are.
          </>
        }
        confirmLabel="Undo"
        destructive={false}
        onConfirm={() => asked !== null && void undo(asked.id)}
      />
    </Page>
  );
}

function isLarge({ kind, leads }: JournalAction): boolean {
  return kind === "import" || (leads ?? 0) >= MANY_LEADS;
}
