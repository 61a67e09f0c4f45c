import { useCallback, useSyncExternalStore } from "react";

/* Bars with buttons at the bottom of the window, which toasts must not cover. */

const bars = new Set<HTMLElement>();
const listeners = new Set<() => void>();
let cleared = 0;
let observer: ResizeObserver | undefined;

/** A ref for a bar at the bottom of the window. */
export function useActionBar(): (bar: HTMLElement | null) => (() => void) | undefined {
  return useCallback((bar) => (bar === null ? undefined : register(bar)), []);
}

/** Height in pixels, from the bottom of the window, that the bars take up. */
export function useBarHeight(): number {
  return useSyncExternalStore(subscribe, () => cleared);
}

function register(bar: HTMLElement): () => void {
  bars.add(bar);
  observer ??= new ResizeObserver(measure);
  observer.observe(bar);
  if (bars.size === 1) {
    addEventListener("resize", measure);
    addEventListener("scroll", measure, { capture: true, passive: true });
  }
  measure();
  return () => {
    bars.delete(bar);
    observer?.unobserve(bar);
    if (bars.size === 0) {
      removeEventListener("resize", measure);
      removeEventListener("scroll", measure, { capture: true });
    }
    measure();
  };
}

function measure(): void {
  const heights = [...bars].map((bar) => Math.round(innerHeight - bar.getBoundingClientRect().top));
  const next = Math.max(0, ...heights);
  if (next === cleared) return;
  cleared = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
