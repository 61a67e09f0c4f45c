import { useSyncExternalStore } from "react";
import { MINUTE } from "#shared/durations.ts";

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The time, to the minute: one clock for all relative times, stopped while there are none. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, MINUTE);
    now = Date.now();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
