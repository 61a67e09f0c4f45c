import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import type { JournalAct } from "#shared/contract/journal.ts";
import { detailOf } from "#web/api/api-error.ts";
import { journalQuery } from "#web/api/journal.ts";
import { useProgress } from "#web/api/progress.ts";
import { useShowMore } from "#web/api/use-show-more.ts";
import { formatCount } from "#web/format/number.ts";
import { Page } from "#web/layout/page.tsx";
import { ActRow } from "#web/screens/history/act-row.tsx";
import { dayName, historyDays } from "#web/screens/history/history-days.ts";
import { HistorySkeleton } from "#web/screens/history/history-skeleton.tsx";
import { useUndoActs } from "#web/screens/history/use-undo-acts.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";
import { useNow } from "#web/ui/now.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** Of so many leads an act is taken back only after a question. */
const MANY_LEADS = 100;

/** Everything that was done, newest first, with the way back. */
export function HistoryScreen() {
  const query = useInfiniteQuery(journalQuery);
  const { data, error, isFetching, refetch, hasNextPage } = query;
  const { showMore, isShowingMore } = useShowMore(query);
  const { undo, underWay, refusals } = useUndoActs();
  const [asked, setAsked] = useState<JournalAct | null>(null);
  const shownAsked = useLastShown(asked);
  const progress = useProgress("bulk");
  const now = useNow();
  const acts = data?.pages.flatMap((page) => page.acts);

  if (acts === undefined) {
    return (
      <Page>
        {error === null ? (
          <HistorySkeleton />
        ) : (
          <Card>
            <ErrorPanel
              title="The history could not be loaded"
              detail={detailOf(error)}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          </Card>
        )}
      </Page>
    );
  }
  return (
    <Page>
      {acts.length === 0 && (
        <Card>
          <EmptyState
            icon={<History />}
            title="Nothing has been done yet"
            text="What you and the product do is listed here, and what you did can be taken back."
          />
        </Card>
      )}
      {underWay.size > 0 && progress && (
        <ProgressBar label={progress.label} done={progress.done} total={progress.total} />
      )}
      {historyDays(acts).map(({ start, acts: ofDay }) => (
        <Card key={start} flush title={dayName(start, now)}>
          <ol className="border-t border-line">
            {ofDay.map((act) => (
              <ActRow
                key={act.id}
                act={act}
                refusal={refusals.get(act.id) ?? null}
                busy={underWay.has(act.id)}
                onUndo={() => (isLarge(act) ? setAsked(act) : void undo(act.id))}
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
        title="Take this back?"
        description={
          <>
            “<bdi>{shownAsked?.title}</bdi>”
            {shownAsked?.leads == null ? "" : ` was done to ${formatCount(shownAsked.leads)} leads`}. Leads that were
            changed since stay as they are.
          </>
        }
        confirmLabel="Undo"
        destructive={false}
        onConfirm={() => asked !== null && void undo(asked.id)}
      />
    </Page>
  );
}

function isLarge({ kind, leads }: JournalAct): boolean {
  return kind === "import" || (leads ?? 0) >= MANY_LEADS;
}
