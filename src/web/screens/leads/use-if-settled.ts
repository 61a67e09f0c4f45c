import { useLayoutEffect, useRef } from "react";
import { leadTitle } from "#shared/lead-title.ts";
import type { LeadWindow } from "#web/screens/leads/use-lead-window.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** How long after a lead moved a press may be meant for the one that was in its place. */
const SETTLING_MILLISECONDS = 500;

/** Runs an action on a lead of the list, unless someone else's change has just moved it under the pointer or cursor. */
export function useIfSettled(
  { rows, start, isOld }: Pick<LeadWindow, "rows" | "start" | "isOld">,
  view: unknown,
): (id: string, run: () => void) => void {
  const shown = useRef({ view, places: new Map<string, number>() });
  const movedAt = useRef(new Map<string, number>());
  const own = useRef(new Set<string>());
  useLayoutEffect(() => {
    if (isOld) return;
    const former = shown.current;
    const places = new Map(rows.map(({ id }, index) => [id, start + index]));
    shown.current = { view, places };
    if (former.view !== view) return;
    for (const id of movedLeads(former.places, places, own.current)) movedAt.current.set(id, performance.now());
  }, [rows, start, isOld, view]);
  return (id, run) => {
    const lead = rows.find((row) => row.id === id);
    const isSettled = performance.now() - (movedAt.current.get(id) ?? -Infinity) > SETTLING_MILLISECONDS;
    if (lead === undefined || isSettled) {
      own.current.add(id);
      run();
    } else
      toast({ title: "The list just changed", detail: `Nothing was saved. Press again to change ${leadTitle(lead)}.` });
  };
}

type Places = ReadonlyMap<string, number>;

/** The leads that have another place now; none if one of the user's `own` actions took a lead out of the list. */
export function movedLeads(former: Places, places: Places, own: ReadonlySet<string>): string[] {
  if ([...own].some((id) => former.has(id) && !places.has(id))) return [];
  return [...places].flatMap(([id, place]) => ((former.get(id) ?? place) === place ? [] : id));
}
