import { useState } from "react";
import type { LeadRow } from "#shared/contract/lead.ts";
import type { LeadWindow } from "#web/screens/leads/use-lead-window.ts";

interface Mark {
  id: string;
  /** Its number in the list, for when it leaves: the lead that takes its place is the current one then. */
  index: number;
  /** What the list showed; in another view nothing is marked. */
  view: unknown;
  /** It was pressed where it stands: it must not move under the finger. */
  isPressed: boolean;
}

export interface CurrentLead {
  lead: LeadRow | undefined;
  index: number | undefined;
  /** Changes when a person moves to another lead, not when the list does. */
  markedId: string | undefined;
  /** The same, unless it was marked where it stands: the list scrolls to it. */
  reachedId: string | undefined;
  /** `isPressed` says that it was pressed where it stands. */
  mark: (id: string, isPressed: boolean) => void;
  /** Moves by so many rows; from nowhere to the first. */
  move: (by: number) => void;
  clear: () => void;
  before: LeadRow | undefined;
  after: LeadRow | undefined;
}

/** The lead that keys act on. While one is open in the sheet (`openId`) it is that one. */
export function useCurrentLead(
  { rows, start }: Pick<LeadWindow, "rows" | "start">,
  view: unknown,
  openId: string | undefined,
): CurrentLead {
  const [stored, setStored] = useState<Mark | null>(null);
  const marked = stored?.view === view ? stored : null;
  const wantedId = openId ?? marked?.id;
  const at = rows.findIndex(({ id }) => id === wantedId);

  const put = (id: string, index: number, isPressed = false): void => setStored({ id, index, view, isPressed });
  if (wantedId !== undefined && at >= 0 && (marked?.id !== wantedId || marked.index !== start + at)) {
    put(wantedId, start + at, marked?.id === wantedId && marked.isPressed);
  }
  // The lead is no longer in the list, as one that was qualified out of the pending ones: its place remains.
  const isGone = at < 0 && marked !== null && marked.id === wantedId;
  const place = at >= 0 ? at : isGone ? Math.min(marked.index - start, rows.length) : undefined;
  const lead = place === undefined ? undefined : (rows[place] ?? rows[place - 1]);
  const here = lead === undefined ? undefined : rows.indexOf(lead);

  return {
    lead,
    index: here === undefined ? undefined : start + here,
    markedId: marked?.id,
    reachedId: marked?.isPressed === true ? undefined : marked?.id,
    mark: (id, isPressed) => {
      // The focus follows the mark and marks again what has it.
      if (id === marked?.id) return;
      const index = rows.findIndex((row) => row.id === id);
      if (index >= 0) put(id, start + index, isPressed);
    },
    move: (by) => {
      const to = here === undefined ? 0 : Math.min(Math.max(here + by, 0), rows.length - 1);
      const row = rows[to];
      if (row !== undefined) put(row.id, start + to);
    },
    clear: () => setStored(null),
    before: place === undefined ? undefined : rows[place - 1],
    after: place === undefined ? undefined : rows[isGone ? place : place + 1],
  };
}
