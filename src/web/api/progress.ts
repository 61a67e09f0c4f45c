import { useSyncExternalStore } from "react";
import type { ProgressEvent } from "#shared/contract/event.ts";

type Work = ProgressEvent["work"];

let current: ReadonlyMap<string, ProgressEvent> = new Map();
const listeners = new Set<() => void>();

/** Keeps what long work says of itself; a finished one is forgotten. */
export function putProgress(event: ProgressEvent): void {
  const next = new Map(current);
  if (event.finished) next.delete(keyOf(event.work, event.id));
  else next.set(keyOf(event.work, event.id), event);
  publish(next);
}

/** Forgets everything: after a lost connection nobody knows what is still running. */
export function clearProgress(): void {
  publish(new Map());
}

/** How far long work has come, whoever started it; undefined while none runs. `id` tells one of several of a kind. */
export function useProgress(work: Work, id?: string): ProgressEvent | undefined {
  return useSyncExternalStore(subscribe, () => current.get(keyOf(work, id)));
}

function keyOf(work: Work, id: string | undefined): string {
  return id === undefined ? work : `${work} ${id}`;
}

function publish(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
