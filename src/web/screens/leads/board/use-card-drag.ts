import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { LeadRow } from "#shared/contract/leads/lead.ts";

/** In pixels: where a drag differs from a click, and how close to an edge the board scrolls. */
const SLOP = 6;
const EDGE = 48;
const SCROLL_PER_FRAME = 14;
/** A finger that rests this long drags; a shorter one scrolls or taps. */
const LONG_PRESS_MILLISECONDS = 350;

interface Press {
  pointer: number;
  lead: LeadRow;
  /** Where it began, and where the pointer is now. */
  from: { x: number; y: number };
  at: { x: number; y: number };
  card: DOMRect;
  isTouch: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

interface Drag {
  lead: LeadRow;
  /** The key of the column under the pointer. */
  over: string | null;
  width: number;
}

/** Dragging cards between columns with a mouse, a pen or, after a long press, a finger. Always offer a menu as well. */
export function useCardDrag(
  board: RefObject<HTMLElement | null>,
  enabled: boolean,
  onDrop: (lead: LeadRow, column: string) => void,
) {
  const press = useRef<Press>(null);
  const wasDragged = useRef(false);
  const ghost = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;

  const place = (): void => {
    const { current } = press;
    if (current === null || ghost.current === null) return;
    const [x, y] = [current.card.x + current.at.x - current.from.x, current.card.y + current.at.y - current.from.y];
    ghost.current.style.transform = `translate(${x}px, ${y}px) rotate(1.5deg)`;
  };
  const look = (): void => {
    const { current } = press;
    if (current === null) return;
    const over = columnAt(current.at);
    setDrag((shown) => (shown === null || shown.over === over ? shown : { ...shown, over }));
  };
  const begin = (): void => {
    const { current } = press;
    if (current === null) return;
    // Later events come to the board, even if the card is replaced.
    board.current?.setPointerCapture(current.pointer);
    getSelection()?.removeAllRanges();
    setDrag({ lead: current.lead, over: columnAt(current.at), width: current.card.width });
  };
  const end = (): void => {
    clearTimeout(press.current?.timer);
    press.current = null;
    setDrag(null);
  };

  useEffect(() => {
    const root = board.current;
    // Once a finger drags, it must not scroll. React's listeners can't prevent that.
    const keepFromScrolling = (event: TouchEvent): void => {
      if (isDragging) event.preventDefault();
    };
    root?.addEventListener("touchmove", keepFromScrolling, { passive: false });
    return () => root?.removeEventListener("touchmove", keepFromScrolling);
  }, [board, isDragging]);

  const onFrame = useEffectEvent(() => {
    const [root, at] = [board.current, press.current?.at];
    if (root === null || at === undefined) return;
    const { left, right } = root.getBoundingClientRect();
    const by = at.x < left + EDGE ? -SCROLL_PER_FRAME : at.x > right - EDGE ? SCROLL_PER_FRAME : 0;
    if (by === 0) return;
    root.scrollBy({ left: by, behavior: "instant" });
    look();
  });
  const cancel = useEffectEvent(end);
  useEffect(() => {
    if (!isDragging) return undefined;
    let frame = requestAnimationFrame(function scroll() {
      onFrame();
      frame = requestAnimationFrame(scroll);
    });
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("keydown", onKey, { capture: true });
    };
  }, [isDragging]);

  return {
    drag,
    /** The copy of the card that follows the pointer. */
    ghost: (element: HTMLDivElement | null): void => {
      ghost.current = element;
      place();
    },
    /** On each card. */
    onPress: (event: PointerEvent<HTMLElement>, lead: LeadRow): void => {
      wasDragged.current = false;
      const { pointerType, isPrimary, button, pointerId, clientX: x, clientY: y, currentTarget, target } = event;
      const isOnControl = target instanceof Element && target.closest("button, [role=menu]") !== null;
      if (!enabled || !isPrimary || button !== 0 || isOnControl) return;
      const isTouch = pointerType === "touch";
      press.current = {
        pointer: pointerId,
        lead,
        from: { x, y },
        at: { x, y },
        card: currentTarget.getBoundingClientRect(),
        isTouch,
        timer: isTouch ? setTimeout(begin, LONG_PRESS_MILLISECONDS) : undefined,
      };
    },
    /** On the board. */
    handlers: {
      onPointerMove: ({ pointerId, buttons, clientX: x, clientY: y }: PointerEvent): void => {
        const { current } = press;
        if (current?.pointer !== pointerId) return;
        // Released outside of the window.
        if (buttons === 0) return end();
        current.at = { x, y };
        if (isDragging) {
          place();
          look();
        } else if (Math.hypot(x - current.from.x, y - current.from.y) > SLOP) {
          if (current.isTouch) end();
          else begin();
        }
      },
      onPointerUp: ({ pointerId }: PointerEvent): void => {
        const { current } = press;
        if (current?.pointer !== pointerId) return;
        const over = isDragging ? columnAt(current.at) : null;
        // The click that may follow must not open the lead.
        wasDragged.current = isDragging;
        setTimeout(() => {
          wasDragged.current = false;
        });
        end();
        if (over !== null) onDrop(current.lead, over);
      },
      onPointerCancel: end,
      onClickCapture: (event: MouseEvent): void => {
        if (!wasDragged.current) return;
        wasDragged.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      // A long press would open the browser's menu, and a link or text be dragged by the browser.
      onContextMenu: (event: MouseEvent): void => {
        if (press.current?.isTouch === true) event.preventDefault();
      },
      onDragStart: (event: MouseEvent): void => event.preventDefault(),
    },
  };
}

function columnAt({ x, y }: { x: number; y: number }): string | null {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-column]");
  return column?.dataset["column"] ?? null;
}
