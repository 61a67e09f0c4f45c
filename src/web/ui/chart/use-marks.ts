import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";

/** The target of each key from the mark at `index`. */
const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowUp: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** Pointer and keyboard navigation over a chart's marks, such as bars. */
export interface Marks {
  /** The hovered or focused mark. */
  active: number | null;
  /** Props of the container. */
  group: {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onPointerLeave: () => void;
    onBlur: () => void;
  };
  /** Props of each mark. With `onOpen` a click follows it; on touch, only if its values are already shown. */
  mark: (index: number) => {
    "data-mark": number;
    tabIndex: number;
    onFocus: () => void;
    onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onClick: (event: MouseEvent<HTMLElement>) => void;
  };
}

/**
 * One tab stop for all marks, initially `start`; arrow keys, Home and End move between them, Escape hides the values.
 */
export function useMarks(count: number, onOpen: (index: number) => void, start = 0): Marks {
  const [active, setActive] = useState<number | null>(null);
  const [stop, setStop] = useState(start);
  /** The mark touched for the first time: that tap only shows its values. */
  const justShown = useRef<number | null>(null);
  const last = Math.max(0, count - 1);
  const tabStop = Math.min(stop, last);

  return {
    active: active !== null && active <= last ? active : null,
    group: {
      onKeyDown(event) {
        if (event.key === "Escape") setActive(null);
        const step = STEPS[event.key];
        if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const index = Math.min(last, Math.max(0, step(tabStop, last)));
        event.currentTarget.querySelector<HTMLElement>(`[data-mark="${index}"]`)?.focus();
      },
      onPointerLeave: () => setActive(null),
      onBlur: () => setActive(null),
    },
    mark: (index) => ({
      "data-mark": index,
      tabIndex: index === tabStop ? 0 : -1,
      onFocus() {
        setStop(index);
        setActive(index);
      },
      onPointerEnter(event) {
        if (event.pointerType === "mouse") setActive(index);
      },
      onPointerDown(event) {
        justShown.current = event.pointerType !== "mouse" && active !== index ? index : null;
        setActive(index);
      },
      onClick(event) {
        if (event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (justShown.current !== index) onOpen(index);
        justShown.current = null;
      },
    }),
  };
}
