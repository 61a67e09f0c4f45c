import { useSyncExternalStore } from "react";
import type { ProgressEvent } from "#shared/contract/event.ts";

type Work = ProgressEvent["work"];

let current: Partial<Record<Work, ProgressEvent>> = {};
const listeners = new Set<() => void>();

/** Keeps what long work says of itself; a finished one is forgotten. */
export function putProgress(event: ProgressEvent): void {
  const { [event.work]: _former, ...others } = current;
  publish(event.finished ? others : { ...others, [event.work]: event });
}

/** Forgets everything: after a lost connection nobody knows what is still running. */
export function clearProgress(): void {
  publish({});
}

/** How far long work has come, whoever started it; undefined while none runs. */
export function useProgress(work: Work): ProgressEvent | undefined {
  return useSyncExternalStore(subscribe, () => current[work]);
}

function publish(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
