import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { Kbd } from "#web/ui/kbd.tsx";

const DELAY_MILLISECONDS = 400;
/** After one tooltip has closed, the next opens immediately for this long. */
const WARM_MILLISECONDS = 300;
/** Time to move the pointer from the element onto its tooltip. */
const GRACE_MILLISECONDS = 120;
const GAP = 6;
const MARGIN = 8;

/* At most one tooltip is open or about to open or close. */
let timer: ReturnType<typeof setTimeout> | undefined;
let closeOpen: (() => void) | null = null;
let closedAt = -Infinity;
/** Pressed, so no tooltip until the pointer has left. */
let pressed: Element | null = null;

interface TooltipProps {
  text: string;
  shortcut?: string | undefined;
  /** One focusable element; its accessible name must not depend on the tooltip. */
  children: ReactElement;
}

/**
 * A short text on hover and focus. Never put essential information only here: touch users can't see it. Written here,
 * because it is on the first screen and a positioning library would be a tenth of its code.
 */
export function Tooltip({ text, shortcut, children }: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const child = children as ReactElement<HTMLAttributes<HTMLElement>>;
  const own = child.props;

  const close = (): void => {
    stop();
    setAnchor(null);
  };
  const open = (element: HTMLElement): void => {
    stop();
    setAnchor(element);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    own.onPointerMove?.(event);
    const { currentTarget: element, pointerType, buttons } = event;
    if (pointerType === "touch" || buttons > 0 || anchor !== null || timer !== undefined || pressed === element) return;
    closeOpen?.();
    wait(performance.now() - closedAt < WARM_MILLISECONDS ? 0 : DELAY_MILLISECONDS, () => open(element));
  };
  const leave = (): void => {
    pressed = null;
    if (anchor === null) close();
    else wait(GRACE_MILLISECONDS, close);
  };
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    own.onFocus?.(event);
    // Restored focus after a mouse click, such as when a dialog closes, opens no tooltip.
    if (event.currentTarget.matches(":focus-visible")) open(event.currentTarget);
  };
  return (
    <>
      {cloneElement(child, {
        "aria-describedby": anchor === null ? own["aria-describedby"] : id,
        onPointerMove,
        onFocus,
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event);
          leave();
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event);
          close();
          pressed = event.currentTarget;
        },
        onBlur: (event) => {
          own.onBlur?.(event);
          close();
        },
      })}
      {anchor !== null && (
        <Bubble
          id={id}
          anchor={anchor}
          text={text}
          shortcut={shortcut}
          onClose={close}
          onPointerEnter={stop}
          onPointerLeave={leave}
        />
      )}
    </>
  );
}

interface BubbleProps extends Pick<HTMLAttributes<HTMLElement>, "onPointerEnter" | "onPointerLeave"> {
  id: string;
  anchor: HTMLElement;
  text: string;
  shortcut: string | undefined;
  onClose: () => void;
}

function Bubble({ id, anchor, text, shortcut, onClose, ...pointer }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (bubble.current !== null) placeAt(bubble.current, anchor);
  }, [anchor, text]);
  useEffect(() => {
    const close = (): void => onClose();
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") close();
    };
    closeOpen?.();
    closeOpen = close;
    addEventListener("scroll", close, { capture: true, passive: true });
    addEventListener("resize", close);
    addEventListener("keydown", onKey, { capture: true });
    return () => {
      if (closeOpen === close) closeOpen = null;
      closedAt = performance.now();
      removeEventListener("scroll", close, { capture: true });
      removeEventListener("resize", close);
      removeEventListener("keydown", onKey, { capture: true });
    };
    // Closing does the same on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return createPortal(
    <div
      {...pointer}
      ref={bubble}
      id={id}
      role="tooltip"
      data-floating
      className="pointer-events-auto fixed top-0 left-0 z-50 flex max-w-72 animate-fade-in items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-sm text-ink shadow-float"
    >
      {text}
      {shortcut !== undefined && <Kbd keys={shortcut} />}
    </div>,
    document.body,
  );
}

function wait(milliseconds: number, then: () => void): void {
  stop();
  timer = setTimeout(then, milliseconds);
}

function stop(): void {
  clearTimeout(timer);
  timer = undefined;
}

/** Above its element, or below it at the top of the window. */
function placeAt(bubble: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, left, width } = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = bubble;
  const above = top - GAP - offsetHeight;
  const middle = left + width / 2 - offsetWidth / 2;
  bubble.style.top = `${above < MARGIN ? bottom + GAP : above}px`;
  bubble.style.left = `${Math.max(MARGIN, Math.min(middle, innerWidth - MARGIN - offsetWidth))}px`;
}
