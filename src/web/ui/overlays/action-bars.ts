import { useCallback, useSyncExternalStore } from "react";
import { observable } from "#web/observable.ts";

/* Bars with buttons that toasts must not cover. */

/** Where toasts may appear: as high as three of them, in pixels from the bottom of the window. */
const TOASTS_HEIGHT = 240;

const bars = new Set<HTMLElement>();
const cleared = observable(0);
let observer: ResizeObserver | undefined;

/** A ref for a bar that may be at the bottom of the window. */
export function useActionBar(): (bar: HTMLElement | null) => (() => void) | undefined {
  return useCallback((bar) => (bar === null ? undefined : register(bar)), []);
}

/** Height in pixels, from the bottom of the window, up to the highest bar where toasts would appear. */
export function useBarHeight(): number {
  return useSyncExternalStore(cleared.subscribe, cleared.get);
}

function register(bar: HTMLElement): () => void {
  bars.add(bar);
  observer ??= new ResizeObserver(measure);
  observer.observe(bar);
  // The end of a form moves with its content.
  if (bar.parentElement !== null) observer.observe(bar.parentElement);
  if (bars.size === 1) {
    addEventListener("resize", measure);
    addEventListener("scroll", measure, { capture: true, passive: true });
  }
  measure();
  return () => {
    bars.delete(bar);
    observer?.unobserve(bar);
    if (bar.parentElement !== null) observer?.unobserve(bar.parentElement);
    if (bars.size === 0) {
      removeEventListener("resize", measure);
      removeEventListener("scroll", measure, { capture: true });
    }
    measure();
  };
}

function measure(): void {
  const toasts = document.querySelector("[data-toaster]")?.getBoundingClientRect();
  const heights = [...bars].map((bar) => {
    const { left, right, top, bottom } = bar.getBoundingClientRect();
    const isBeside = toasts !== undefined && (right <= toasts.left || left >= toasts.right);
    return isBeside || bottom < innerHeight - TOASTS_HEIGHT ? 0 : Math.round(innerHeight - top);
  });
  const next = Math.max(0, ...heights);
  if (next !== cleared.get()) cleared.set(next);
}
