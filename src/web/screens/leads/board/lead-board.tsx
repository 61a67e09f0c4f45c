import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useLeadStatusAction } from "#web/actions/use-lead-status-action.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { moveLead } from "#web/api/leads/board.ts";
import type { LeadListView } from "#web/api/leads/lead-list.ts";
import { leadTotalsQuery } from "#web/api/leads/lead-totals.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";
import { type CardActions, DraggedCard } from "#web/screens/leads/board/board-card.tsx";
import { BoardColumn } from "#web/screens/leads/board/board-column.tsx";
import { useBoardColumns } from "#web/screens/leads/board/use-board-columns.ts";
import { useCardDrag } from "#web/screens/leads/board/use-card-drag.ts";
import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import { statusWord } from "#web/screens/leads/lead-words.ts";
import { type CurrentLead, useCurrentLead } from "#web/screens/leads/use-current-lead.ts";
import { useListKeys } from "#web/screens/leads/use-list-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** In pixels: what stays free below the board for the help button, and the least height of its columns. */
const BELOW = 82;
const LEAST_HEIGHT = 320;

interface LeadBoardProps {
  listView: LeadListView;
  address: LeadsAddress;
  mayMove: boolean;
  /** Null without an account. */
  assignToSelf: ((id: string) => void) | null;
  /** The open lead, with the cards before and after it. */
  sheet: (current: CurrentLead, onDecide: (id: string, status: LeadStatus) => void) => ReactNode;
}

/**
 * The leads as cards in a column per status. Cards are moved by dragging, by their menu, and with Shift and the arrow
 * keys.
 */
export function LeadBoard({ listView, address, mayMove, assignToSelf, sheet }: LeadBoardProps) {
  const board = useRef<HTMLDivElement>(null);
  const columns = useBoardColumns(listView);
  const { data: totals, error, refetch, isFetching } = useQuery(leadTotalsQuery(listView));
  const cards = columns.flatMap(({ rows }) => rows);
  const current = useCurrentLead({ rows: cards, start: 0 }, listView, address.leadId);
  const decide = useLeadStatusAction(moveLead);
  const [words, setWords] = useState("");
  const onDecide = (id: string, status: LeadStatus): void => void decide(id, status);
  const move = (lead: LeadRow, status: LeadStatus): void => {
    if (lead.status === status) return;
    setWords(`${leadTitle(lead)} moved to ${statusWord(status)}`);
    onDecide(lead.id, status);
  };
  const height = useRestOfPage(board);
  const keys = useId();
  const { drag, ghost, onPress, handlers } = useCardDrag(board, mayMove, move);
  const actions = useLasting({ mark: current.mark, open: address.openLead, press: onPress, move });
  useListKeys(current, null, address, onDecide, mayMove, assignToSelf);

  const step = (by: 1 | -1): void => {
    const { lead } = current;
    const at = columns.findIndex(({ status }) => status === lead?.status);
    const to = columns[at + by]?.status;
    if (lead !== undefined && at !== -1 && to !== undefined) move(lead, to);
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
      {error !== null && totals === undefined && (
        <div className="px-5 pb-4">
          <Notice tone="danger" live title="Couldn't load the totals">
            <p>{detailOf(error)}</p>
            <Button size="small" className="mt-2" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
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
            key={column.status}
            column={column}
            totals={totals?.[column.status]}
            current={current}
            draggedId={drag?.lead.id}
            isTarget={drag?.over === column.status && drag.lead.status !== column.status}
            mayMove={mayMove}
            search={address.search}
            actions={actions}
          />
        ))}
      </div>
      {drag !== null && <DraggedCard lead={drag.lead} width={drag.width} ref={ghost} />}
      <output className="sr-only">{words}</output>
      <p id={keys} hidden>
        Arrow keys go from card to card.{mayMove && " Shift with the left or right arrow key moves a card."}
      </p>
      {sheet(current, onDecide)}
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

function useLasting(actions: CardActions): CardActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [lasting] = useState<CardActions>(() => ({
    mark: (...args) => latest.current.mark(...args),
    open: (...args) => latest.current.open(...args),
    press: (...args) => latest.current.press(...args),
    move: (...args) => latest.current.move(...args),
  }));
  return lasting;
}
