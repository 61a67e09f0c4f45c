import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import type { JournalAction } from "#shared/contract/journal.ts";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { undoneWords } from "#web/actions/undone-words.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { journalQuery, undoAct } from "#web/api/journal.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { ShowMore } from "#web/actions/show-more.tsx";
import { formatCounted } from "#web/format/number.ts";
import { Page } from "#web/layout/page.tsx";
import { ActionRow } from "#web/screens/history/action-row.tsx";
import { dayName, historyDays } from "#web/screens/history/history-days.ts";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { useNow } from "#web/ui/now.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

const ROWS = 8;

/** From this many leads on, undoing asks first. */
const MANY_LEADS = 100;

export function HistoryScreen() {
  const query = useInfiniteQuery(journalQuery);
  const { data, error } = query;
  const { undo, underWay, refusals } = useUndoActions();
  const [asked, setAsked] = useState<JournalAction | null>(null);
  const shownAsked = useLastShown(asked);
  const progress = useProgress("bulk");
  const now = useNow();
  const actions = data?.pages.flatMap((page) => page.acts);

  if (actions === undefined) {
    return <Page>{error === null ? <HistorySkeleton /> : <FailedCard what="history" query={query} />}</Page>;
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
      <ShowMore query={query} />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Undo this action?"
        description={
          <>
            “<bdi dir="ltr">{shownAsked?.title}</bdi>”
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

/** Matches the height of the first actions. */
function HistorySkeleton() {
  return (
    <Card flush title={<Skeleton className="my-1 h-5 w-24" />}>
      <LoadingNote what="the history" />
      <div aria-hidden className="border-t border-line">
        {Array.from({ length: ROWS }, (_, row) => (
          <div
            key={row}
            className="flex items-center gap-3 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4"
          >
            <Skeleton className="size-8 rounded-full!" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3.5 w-1/5" />
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}

/** Undoes actions; keeps the reason of a failed undo until it is tried again. */
function useUndoActions(): {
  undo: (actId: string) => Promise<void>;
  underWay: ReadonlySet<string>;
  refusals: ReadonlyMap<string, string>;
} {
  const { mutateAsync } = useMutation(undoAct);
  const [underWay, setUnderWay] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const setRefusal = (actId: string, refusal: string | null): void =>
    setRefusals((before) => {
      const after = new Map(before);
      after.delete(actId);
      return refusal === null ? after : after.set(actId, refusal);
    });
  return {
    async undo(actId) {
      if (underWay.has(actId)) return;
      setRefusal(actId, null);
      setUnderWay((before) => new Set(before).add(actId));
      try {
        toast(undoneWords(await mutateAsync({ params: { id: actId } })));
      } catch (error) {
        setRefusal(actId, detailOf(error));
      } finally {
        setUnderWay((before) => new Set([...before].filter((id) => id !== actId)));
      }
    },
    underWay,
    refusals,
  };
}
