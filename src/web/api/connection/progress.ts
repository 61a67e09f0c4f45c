import { useSyncExternalStore } from "react";
import type { ProgressEvent } from "#shared/contract/event.ts";
import { observable } from "#web/observable.ts";

type Work = ProgressEvent["work"];

const current = observable<ReadonlyMap<string, ProgressEvent>>(new Map());

/** Stores progress of running work; removes it when finished. */
export function putProgress(event: ProgressEvent): void {
  const next = new Map(current.get());
  if (event.finished) next.delete(keyOf(event.work, event.id));
  else next.set(keyOf(event.work, event.id), event);
  current.set(next);
}

/** After a lost connection, nobody knows what is still running. */
export function clearProgress(): void {
  current.set(new Map());
}

/** Progress of running work, regardless of who started it; undefined if none. `id` selects one of several of a kind. */
export function useProgress(work: Work, id?: string): ProgressEvent | undefined {
  return useSyncExternalStore(current.subscribe, () => current.get().get(keyOf(work, id)));
}

function keyOf(work: Work, id: string | undefined): string {
  return id === undefined ? work : `${work} ${id}`;
}
