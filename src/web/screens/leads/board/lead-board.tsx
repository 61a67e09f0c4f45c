import { useIsMutating, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import type { Decide } from "#web/actions/use-lead-status-action.ts";
import { changing } from "#web/api/connection/changing.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import type { LeadListView } from "#web/api/leads/lead-list.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";
import { type CardActions, type CardTarget, DraggedCard } from "#web/screens/leads/board/board-card.tsx";
import { BoardColumn, type LoadedColumn } from "#web/screens/leads/board/board-column.tsx";
import type { BoardColumn as Column } from "#web/screens/leads/board/board-columns.tsx";
import { BoardSkeleton } from "#web/screens/leads/board/board-skeleton.tsx";
import { BoardToolbar, NotLoaded } from "#web/screens/leads/board/board-toolbar.tsx";
import { useBoard } from "#web/screens/leads/board/use-board.ts";
import { useCardDrag } from "#web/screens/leads/board/use-card-drag.ts";
import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import { type CurrentLead, useCurrentLead } from "#web/screens/leads/use-current-lead.ts";
import { useListKeys } from "#web/screens/leads/use-list-keys.ts";
import { useLasting } from "#web/screens/leads/use-lasting.ts";
import { Notice } from "#web/ui/notice.tsx";

/** In pixels: what stays free below the board for the help button, and the least height of its columns. */
const BELOW = 82;
const LEAST_HEIGHT = 320;

interface LeadBoardProps {
  listView: LeadListView;
  address: LeadsAddress;
  /** The key of the choice field whose options are the columns, "" for statuses. */
  by: string;
  onBy: (by: string) => void;
  mayMove: boolean;
  /** Null without an account. */
  assignToSelf: ((lead: LeadRow) => void) | null;
  /** The open lead, with the cards before and after it. */
  sheet: (current: CurrentLead, onDecide: Decide) => ReactNode;
}

/**
 * The leads as cards in a column per status, or per option of a choice field. Cards are moved by dragging, by their
 * menu, and with Shift and the arrow keys.
 */
export function LeadBoard(props: LeadBoardProps) {
  // Only here: another observer that mounts after a failure would load them again, and show the skeleton again.
  const fields = useQuery(leadFieldsQuery);
  // Statuses wait too, so that the choice of columns doesn't move them down, but not for a second attempt.
  const isAwaited = fields.isPending && (props.by !== "" || fields.failureCount === 0);
  return isAwaited ? <BoardSkeleton /> : <Board {...props} fields={fields} />;
}

interface BoardProps extends LeadBoardProps {
  fields: UseQueryResult<LeadFieldDefinition[]>;
}

function Board({ listView, address, by, onBy, mayMove, assignToSelf, sheet, fields }: BoardProps) {
  const board = useRef<HTMLDivElement>(null);
  const { columns, columnOf, choices, isGone, totals, ...moves } = useBoard(listView, by, fields.data);
  const [loaded, setLoaded] = useState<Readonly<Record<string, LoadedColumn>>>({});
  const [onLoaded] = useState(() => (key: string, column: LoadedColumn): void => {
    setLoaded((all) => ({ ...all, [key]: column }));
  });
  const shown = columns.flatMap(({ key }) => loaded[key] ?? []);
  const cards = shown.flatMap(({ rows }) => rows);
  // A column is read without a card before the column that it moved to is read with it.
  const isChanging = useIsMutating({ mutationKey: changing.leadStatus }) > 0;
  const isMoving = isChanging || shown.some(({ isReading }) => isReading);
  const current = useCurrentLead({ rows: cards, start: 0, isMoving }, listView, address.leadId);
  const [words, setWords] = useState("");
  const move = (lead: LeadRow, key: string): void => {
    const to = columns.find((column) => column.key === key);
    if (to?.isOpen !== true || columnOf(lead) === key) return;
    setWords(`${leadTitle(lead)} moved to ${to.name}`);
    moves.move(lead, to);
  };
  const height = useRestOfPage(board);
  const keys = useId();
  const { drag, ghost, onPress, handlers } = useCardDrag(board, mayMove, move);
  const actions = useLasting<CardActions>({ mark: current.mark, open: address.openLead, press: onPress, move });
  const targetsOf = useTargets(columns);
  useListKeys(current, null, address, moves.decide, mayMove, assignToSelf);

  const step = (side: 1 | -1): void => {
    const { lead } = current;
    if (lead === undefined) return;
    const at = columns.findIndex(({ key }) => key === columnOf(lead));
    const after = side === 1 ? columns.slice(at + 1) : columns.slice(0, Math.max(at, 0)).toReversed();
    const to = after.find(({ isOpen }) => isOpen);
    if (at !== -1 && to !== undefined) move(lead, to.key);
  };
  useShortcut("Shift+ArrowRight", "Move lead to the next column", () => step(1), { enabled: mayMove });
  useShortcut("Shift+ArrowLeft", "Move lead to the previous column", () => step(-1), { enabled: mayMove });
  const walk = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = cardTowards(event.key, event.target);
    if (next === undefined) return;
    event.preventDefault();
    current.mark(next, false);
  };

  return (
    <>
      <BoardToolbar choices={choices} by={isGone ? "" : by} onBy={onBy} />
      {isGone && (
        <div className="px-5 pb-4 max-md:px-4">
          <Notice live title="This board's field is gone">
            <p>It was deleted, or isn't a choice. The columns are statuses.</p>
          </Notice>
        </div>
      )}
      {by !== "" && fields.isLoadingError && <NotLoaded title="Couldn't load the board's field" query={fields} />}
      {totals.isLoadingError && <NotLoaded title="Couldn't load the totals" query={totals} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links of its cards take the keys */}
      <div
        {...handlers}
        ref={board}
        data-board
        data-dragging={drag !== null || undefined}
        role="group"
        aria-label="Board"
        aria-describedby={keys}
        style={{ height }}
        onKeyDown={walk}
        className={
          "relative flex snap-x snap-proximity scroll-px-4 gap-3 overflow-x-auto overscroll-x-contain border-t border-line p-4" +
          (drag === null ? "" : " cursor-grabbing snap-none")
        }
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.key}
            column={column}
            columnOf={columnOf}
            current={current}
            draggedId={drag?.lead.id}
            isTarget={drag?.over === column.key && column.isOpen && columnOf(drag.lead) !== column.key}
            targets={mayMove ? targetsOf(column.key) : null}
            search={address.search}
            actions={actions}
            onLoaded={onLoaded}
          />
        ))}
      </div>
      {drag !== null && <DraggedCard lead={drag.lead} width={drag.width} ref={ghost} />}
      <output className="sr-only">{words}</output>
      <p id={keys} hidden>
        Arrow keys go from card to card.{mayMove && " Shift with the left or right arrow key moves a card."}
      </p>
      {sheet(current, moves.decide)}
    </>
  );
}

/** The next card in the direction of an arrow key: in its column, or the one at the same height in another column. */
function cardTowards(key: string, target: EventTarget): string | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>("[data-lead]") : null;
  const column = card?.closest<HTMLElement>("[data-column]");
  if (card === null || column === null || column === undefined) return undefined;
  const down = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (down !== undefined) {
    const at = Number(card.dataset["index"]) + down;
    return column.querySelector<HTMLElement>(`[data-index="${at}"]`)?.dataset["lead"];
  }
  const side = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" } as const;
  if (key !== "ArrowRight" && key !== "ArrowLeft") return undefined;
  const { top } = card.getBoundingClientRect();
  const distance = (other: Element): number => Math.abs(other.getBoundingClientRect().top - top);
  for (let next = column[side[key]]; next !== null; next = next[side[key]]) {
    const [nearest] = [...next.querySelectorAll<HTMLElement>("[data-lead]")].toSorted(
      (one, other) => distance(one) - distance(other),
    );
    if (nearest !== undefined) return nearest.dataset["lead"];
  }
  return undefined;
}

/** The height from the element to the end of the window, so that only its columns scroll. */
function useRestOfPage(element: { current: HTMLElement | null }): number {
  const [height, setHeight] = useState(LEAST_HEIGHT);
  useLayoutEffect(() => {
    const main = document.getElementById("main");
    const { current } = element;
    if (main === null || current === null) return undefined;
    const measure = (): void => {
      const top = current.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop;
      setHeight(Math.max(LEAST_HEIGHT, Math.floor(main.clientHeight - top - BELOW)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(main);
    // Filters above it may wrap.
    if (current.parentElement !== null) observer.observe(current.parentElement);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

/** The columns that cards of each column can be moved to; the same lists while they are unchanged. */
function useTargets(columns: readonly Column[]): (from: string) => readonly CardTarget[] {
  const text = JSON.stringify(columns.flatMap(({ key, name, isOpen }) => (isOpen ? [{ key, name }] : [])));
  return useMemo(() => {
    const open = JSON.parse(text) as CardTarget[];
    const others = new Map(open.map(({ key }) => [key, open.filter((one) => one.key !== key)]));
    return (from) => others.get(from) ?? open;
  }, [text]);
}
