import { type CSSProperties, type MouseEvent, type PointerEvent, useRef, useState } from "react";

/** In pixels: where a drag differs from a tap or a scroll, and where it triggers the action. */
const SLOP = 10;
const TRIGGER = 88;
/** The edges of the window belong to the browser's own back gesture. */
const EDGE = 20;

interface Drag {
  pointer: number;
  x: number;
  y: number;
  isSideways: boolean;
}

export interface Swipe {
  /** How far the row is dragged, in pixels; negative to the left. */
  distance: number;
  /** Whether releasing it now runs the action. */
  isFar: boolean;
  handlers: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: () => void;
    onClickCapture: (event: MouseEvent) => void;
    style: CSSProperties;
  };
}

/**
 * Swiping an element sideways with a finger or pen. A direction without an action doesn't move. Scrolling stays with
 * the browser, which needs `touch-pan-y` on the element. Always offer buttons as well.
 */
export function useSwipe(onRight: (() => void) | null, onLeft: (() => void) | null): Swipe {
  const drag = useRef<Drag>(null);
  const wasSwiped = useRef(false);
  const [distance, setDistance] = useState(0);
  const end = (): void => {
    drag.current = null;
    setDistance(0);
  };
  return {
    distance,
    isFar: Math.abs(distance) >= TRIGGER,
    handlers: {
      onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY }) => {
        wasSwiped.current = false;
        const isAtEdge = clientX < EDGE || clientX > innerWidth - EDGE;
        if (pointerType === "mouse" || !isPrimary || isAtEdge) return;
        drag.current = { pointer: pointerId, x: clientX, y: clientY, isSideways: false };
      },
      onPointerMove: ({ pointerId, clientX, clientY, currentTarget }) => {
        const { current } = drag;
        if (current?.pointer !== pointerId) return;
        const [x, y] = [clientX - current.x, clientY - current.y];
        if (!current.isSideways) {
          if (Math.abs(y) > SLOP) drag.current = null;
          if (Math.abs(y) > SLOP || Math.abs(x) < SLOP) return;
          current.isSideways = true;
          currentTarget.setPointerCapture(pointerId);
        }
        setDistance((x > 0 ? onRight : onLeft) === null ? 0 : x);
      },
      onPointerUp: ({ pointerId }) => {
        if (drag.current?.pointer !== pointerId) return;
        // The click that follows must not open the row.
        wasSwiped.current = drag.current.isSideways;
        end();
        if (distance >= TRIGGER) onRight?.();
        if (distance <= -TRIGGER) onLeft?.();
      },
      onPointerCancel: end,
      onClickCapture: (event) => {
        if (!wasSwiped.current) return;
        wasSwiped.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      style: { "--swipe": `${distance}px` } as CSSProperties,
    },
  };
}
