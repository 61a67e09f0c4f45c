import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useId, useRef } from "react";
import type { LeadTotals } from "#shared/contract/leads/lead-totals.ts";
import { LIMITS } from "#shared/limits.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { BoardCard, type CardActions } from "#web/screens/leads/board/board-card.tsx";
import type { BoardColumnLeads } from "#web/screens/leads/board/use-board-columns.ts";
import { statusWord } from "#web/screens/leads/lead-words.ts";
import type { CurrentLead } from "#web/screens/leads/use-current-lead.ts";
import { classNames } from "#web/ui/class-names.ts";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** Estimated, in pixels. */
const CARD_HEIGHT = 96;
const GAP = 8;

interface BoardColumnProps {
  column: BoardColumnLeads;
  /** Undefined until loaded. */
  totals: LeadTotals["pending"] | undefined;
  current: CurrentLead;
  draggedId: string | undefined;
  /** Whether a card from another column is over it. */
  isTarget: boolean;
  mayMove: boolean;
  search: string;
  actions: CardActions;
}

/** The leads of one status, virtualized, with their number and the sum of their scores. */
export function BoardColumn(props: BoardColumnProps) {
  const { column, totals, current, draggedId, isTarget, mayMove, search, actions } = props;
  const { status, rows, start, hasMore, isLoading, isOld, isReading, error, retry } = column;
  const title = useId();
  const root = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the returned object is mutated in place
  const virtualizer = useVirtualizer({
    count: start + rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index - start]?.id ?? index,
    estimateSize: () => CARD_HEIGHT,
    gap: GAP,
    paddingEnd: GAP,
    scrollPaddingStart: GAP,
    scrollPaddingEnd: GAP,
    overscan: 4,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const show = useEffectEvent(column.show);
  useEffect(() => show(first, last), [first, last, start, rows.length, isReading]);

  const at = current.reachedId === undefined ? -1 : rows.findIndex(({ id }) => id === current.reachedId);
  const reveal = useEffectEvent(() => {
    virtualizer.scrollToIndex(start + at, { align: "auto" });
    root.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  const reached = at === -1 ? undefined : current.reachedId;
  useEffect(() => {
    if (reached !== undefined) reveal();
  }, [reached]);

  const isEmpty = rows.length === 0 && start === 0;
  return (
    <section
      ref={root}
      data-column={status}
      data-target={isTarget || undefined}
      aria-labelledby={title}
      aria-busy={isLoading || isOld || undefined}
      className={classNames(
        "flex min-h-0 w-[min(19rem,85%)] min-w-64 shrink-0 snap-start flex-col rounded-lg md:w-auto md:max-w-md md:flex-1",
        isTarget ? "bg-accent-soft outline-2 -outline-offset-2 outline-link" : "bg-canvas",
      )}
    >
      <header className="flex min-h-11 items-center gap-2 px-3">
        <h3 id={title} className="flex min-w-0 flex-1 items-baseline gap-2 font-semibold">
          <LeadStatusMark status={status} />
          <span className="font-normal text-muted tabular-nums">
            {totals !== undefined && (
              <>
                {formatCount(totals.count)}
                <span className="sr-only"> {totals.count === 1 ? "lead" : "leads"}</span>
              </>
            )}
          </span>
        </h3>
        {totals !== undefined && (
          <span className="text-sm text-muted tabular-nums" title="Sum of all scores in this column">
            {formatCounted(totals.scoreSum, "point")}
          </span>
        )}
      </header>
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-y-contain">
        {isLoading ? (
          <>
            <LoadingNote what={`the ${status} leads`} />
            <CardsSkeleton />
          </>
        ) : error !== null && isEmpty ? (
          <ErrorPanel
            title={`Couldn't load ${status} leads`}
            detail={detailOf(error)}
            busy={isReading}
            onRetry={retry}
          />
        ) : isEmpty ? (
          <p className="px-3 py-6 text-center text-sm text-muted">No {statusWord(status).toLowerCase()} leads</p>
        ) : (
          <ul
            aria-labelledby={title}
            className={classNames("relative", isOld && "opacity-60")}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {items.map(({ index, key, start: top }) => {
              const lead = rows[index - start];
              if (lead === undefined) return null;
              return (
                <BoardCard
                  key={key}
                  ref={virtualizer.measureElement}
                  lead={lead}
                  index={index}
                  count={totals?.count}
                  isCurrent={lead.id === current.lead?.id}
                  isDragged={lead.id === draggedId}
                  mayMove={mayMove}
                  search={search}
                  start={top}
                  actions={actions}
                />
              );
            })}
          </ul>
        )}
        {hasMore && error === null && <CardsSkeleton />}
        {error !== null && !isEmpty && (
          <ErrorPanel title="Couldn't load the rest" detail={detailOf(error)} busy={isReading} onRetry={retry} />
        )}
      </div>
    </section>
  );
}

function CardsSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-2 px-2 pb-2">
      {Array.from({ length: LIMITS.show.skeletonRowsDashboard }, (_, at) => (
        <Skeleton key={at} className="h-24 w-full" />
      ))}
    </div>
  );
}
