import { useSyncExternalStore } from "react";
import type { ProgressEvent } from "#shared/contract/event.ts";

type Work = ProgressEvent["work"];

let current: ReadonlyMap<string, ProgressEvent> = new Map();
const listeners = new Set<() => void>();

/** Stores progress of running work; removes it when finished. */
export function putProgress(event: ProgressEvent): void {
  const next = new Map(current);
  if (event.finished) next.delete(keyOf(event.work, event.id));
  else next.set(keyOf(event.work, event.id), event);
  publish(next);
}

/** After a lost connection, nobody knows what is still running. */
export function clearProgress(): void {
  publish(new Map());
}

/** Progress of running work, regardless of who started it; undefined if none. `id` selects one of several of a kind. */
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
