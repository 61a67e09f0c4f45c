import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { columnPagesQuery } from "#web/api/leads/lead-list.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { BoardCard, type CardActions, type CardTarget } from "#web/screens/leads/board/board-card.tsx";
import type { BoardColumn as Column, ColumnOf } from "#web/screens/leads/board/board-columns.tsx";
import type { CurrentLead } from "#web/screens/leads/use-current-lead.ts";
import { usePageWindow } from "#web/screens/leads/use-lead-window.ts";
import { classNames } from "#web/ui/class-names.ts";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** Estimated, in pixels. */
const CARD_HEIGHT = 96;
const GAP = 8;

interface BoardColumnProps {
  column: Column;
  columnOf: ColumnOf;
  current: CurrentLead;
  draggedId: string | undefined;
  /** Whether a card from another column is over it. */
  isTarget: boolean;
  /** The columns that cards can be moved to, without this one; null for those who can't move them. */
  targets: readonly CardTarget[] | null;
  search: string;
  actions: CardActions;
  /** Reports what is loaded. Stable. */
  onLoaded: (column: string, loaded: LoadedColumn) => void;
}

/** A column's loaded leads, and whether they are being read again. */
export interface LoadedColumn {
  rows: readonly LeadRow[];
  isReading: boolean;
}

/** The leads of one column, virtualized, with their number and the sum of their scores. */
export function BoardColumn(props: BoardColumnProps) {
  const { column, columnOf, current, draggedId, isTarget, targets, search, actions, onLoaded } = props;
  const { heading, leads, total } = column;
  const title = useId();
  const root = useRef<HTMLElement>(null);
  const wasNear = useWasNear(root);
  const loaded = useColumnLeads(column, columnOf, wasNear);
  const { rows, start, hasMore, isLoading, isOld, isReading, error, retry } = loaded;
  useLayoutEffect(() => onLoaded(column.key, { rows, isReading }), [onLoaded, column.key, rows, isReading]);
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
  const show = useEffectEvent(loaded.show);
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
      data-column={column.key}
      data-target={isTarget || undefined}
      aria-labelledby={title}
      aria-busy={(wasNear && isLoading) || isOld || undefined}
      className={classNames(
        "flex min-h-0 w-[min(19rem,85%)] min-w-64 shrink-0 snap-start flex-col rounded-lg md:w-auto md:max-w-md md:flex-1",
        isTarget ? "bg-accent-soft outline-2 -outline-offset-2 outline-link" : "bg-canvas",
      )}
    >
      <header className="flex min-h-11 items-center gap-2 px-3">
        <h3 id={title} className="flex min-w-0 flex-1 items-baseline gap-2 font-semibold">
          {heading}
          <span className="font-normal text-muted tabular-nums">
            {total !== undefined && (
              <>
                {formatCount(total.count)}
                <span className="sr-only"> {total.count === 1 ? "lead" : "leads"}</span>
              </>
            )}
          </span>
        </h3>
        {total !== undefined && (
          <span className="text-sm text-muted tabular-nums" title="Sum of all scores in this column">
            {formatCounted(total.scoreSum, "point")}
          </span>
        )}
      </header>
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-y-contain">
        {isLoading ? (
          <>
            {wasNear && <LoadingNote what={leads} />}
            <CardsSkeleton />
          </>
        ) : error !== null && isEmpty ? (
          <ErrorPanel title={`Couldn't load ${leads}`} detail={detailOf(error)} busy={isReading} onRetry={retry} />
        ) : isEmpty ? (
          <p className="px-3 py-6 text-center text-sm text-muted">No {leads}</p>
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
                  count={total?.count}
                  isCurrent={lead.id === current.lead?.id}
                  isDragged={lead.id === draggedId}
                  targets={targets}
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

/** The column's loaded leads. */
function useColumnLeads({ key, view: asked }: Column, columnOf: ColumnOf, enabled: boolean) {
  // The same object while it is unchanged, as a window of pages is for one view.
  const text = JSON.stringify(asked);
  const view = useMemo(() => JSON.parse(text) as Column["view"], [text]);
  const window = usePageWindow(view, null, (anchor, jump) => ({ ...columnPagesQuery(view, anchor, jump), enabled }));
  const { pages } = window;
  // A lead that was just moved stays in the pages of its former column until they are refetched.
  const rows = useMemo(
    () => pages?.flatMap((page) => page.rows).filter((row) => columnOf(row) === key) ?? [],
    [pages, columnOf, key],
  );
  return { ...window, rows };
}

/** Whether the column has been on screen or next to it: a field may have a hundred options. */
function useWasNear(column: { current: HTMLElement | null }): boolean {
  const [wasNear, setWasNear] = useState(false);
  useEffect(() => {
    const { current } = column;
    if (current === null || wasNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasNear(true);
      },
      { root: current.parentElement, rootMargin: "0px 100%" },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [column, wasNear]);
  return wasNear;
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
