import { useLayoutEffect, useRef } from "react";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** How long after a row moved a press may be meant for the one that was in its place. */
const SETTLING_MILLISECONDS = 500;

interface List<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** The first row's position. */
  start?: number;
  /** Rows of another view may be anywhere. */
  view?: unknown;
  /** The previous view is still shown. */
  isOld?: boolean;
}

/** Runs an action on a row of a list, unless someone else's change has just moved it under the pointer or cursor. */
export function useIfSettled<Row extends { id: string }>({
  rows,
  nameOf,
  start = 0,
  view = null,
  isOld = false,
}: List<Row>): (id: string, run: () => void) => void {
  const shown = useRef({ view, places: new Map<string, number>() });
  const movedAt = useRef(new Map<string, number>());
  const own = useRef(new Set<string>());
  useLayoutEffect(() => {
    if (isOld) return;
    const former = shown.current;
    const places = new Map(rows.map(({ id }, index) => [id, start + index]));
    shown.current = { view, places };
    if (former.view !== view) return;
    for (const id of movedRows(former.places, places, own.current)) movedAt.current.set(id, performance.now());
  }, [rows, start, isOld, view]);
  return (id, run) => {
    const row = rows.find((one) => one.id === id);
    const isSettled = performance.now() - (movedAt.current.get(id) ?? -Infinity) > SETTLING_MILLISECONDS;
    if (row === undefined || isSettled) {
      own.current.add(id);
      run();
    } else
      toast({ title: "The list just changed", detail: `Nothing was saved. Press again to change ${nameOf(row)}.` });
  };
}

type Places = ReadonlyMap<string, number>;

/** The rows that moved or came between them; none if the user's `own` action took a row out or brought it back. */
export function movedRows(former: Places, places: Places, own: ReadonlySet<string>): string[] {
  if ([...own].some((id) => former.has(id) !== places.has(id))) return [];
  const changed = [...places].flatMap(([id, place]) => (former.get(id) === place ? [] : id));
  // Otherwise they follow the last row.
  return changed.some((id) => former.has(id)) ? changed : [];
}
