import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { PaletteEntry } from "#web/layout/palette/palette-entry.ts";
import { observable } from "#web/observable.ts";

/** What is open on the screen and its actions. */
const subjects = new Map<symbol, SubjectActions>();
const changes = observable(0);

export interface SubjectActions {
  /** The lead's name, for example. */
  title: string;
  entries: readonly PaletteEntry[];
}

/** Offers actions on what a screen has open in the command palette, while mounted; null for none. */
export function useSubjectActions(actions: SubjectActions | null): void {
  const id = useRef(Symbol("subject"));
  useLayoutEffect(() => {
    if (actions === null) subjects.delete(id.current);
    else subjects.set(id.current, actions);
    changes.set(changes.get() + 1);
  });
  useLayoutEffect(() => {
    const { current } = id;
    return () => {
      subjects.delete(current);
      changes.set(changes.get() + 1);
    };
  }, [id]);
}

/** Actions on what is open, parts with the same title together, as they are now. */
export function useOpenSubject(): SubjectActions | null {
  useSyncExternalStore(changes.subscribe, changes.get);
  // Inner parts mount first.
  const all = [...subjects.values()].toReversed();
  const title = all[0]?.title;
  if (title === undefined) return null;
  return { title, entries: all.filter((one) => one.title === title).flatMap(({ entries }) => entries) };
}
