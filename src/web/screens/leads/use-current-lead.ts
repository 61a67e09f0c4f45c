import { useState } from "react";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { LeadWindow } from "#web/screens/leads/use-lead-window.ts";

interface Mark {
  id: string;
  /** Its position: when it is removed, the lead that takes its place becomes current. */
  index: number;
  /** The list's state; in another view nothing is marked. */
  view: unknown;
  /** Clicked in place: it must not move under the pointer. */
  isPressed: boolean;
}

export interface CurrentLead {
  lead: LeadRow | undefined;
  index: number | undefined;
  /** Changes when the user moves to another lead, not when the list changes. */
  markedId: string | undefined;
  /** Like `markedId`, but undefined if clicked in place; the list scrolls to it. */
  reachedId: string | undefined;
  /** `isPressed`: clicked in place. */
  mark: (id: string, isPressed: boolean) => void;
  /** Moves by a number of rows; without a current lead, to the first. */
  move: (by: number) => void;
  clear: () => void;
  before: LeadRow | undefined;
  after: LeadRow | undefined;
}

/**
 * The lead that shortcuts act on. If a lead is open (`openId`), it is that one. While the rows are `isMoving`, a lead
 * that left them is expected back.
 */
export function useCurrentLead(
  { rows, start, isMoving }: Pick<LeadWindow, "rows" | "start"> & { isMoving?: boolean },
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
  // A lead may leave the list, such as a pending one that was qualified; its position remains.
  const isGone = at < 0 && marked !== null && marked.id === wantedId && isMoving !== true;
  const place = at >= 0 ? at : isGone ? Math.min(marked.index - start, rows.length) : undefined;
  const lead = place === undefined ? undefined : (rows[place] ?? rows[place - 1]);
  const here = lead === undefined ? undefined : rows.indexOf(lead);

  return {
    lead,
    index: here === undefined ? undefined : start + here,
    markedId: marked?.id,
    reachedId: marked?.isPressed === true ? undefined : marked?.id,
    mark: (id, isPressed) => {
      // Focus follows the mark, and focusing marks again.
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
    // From an open lead outside the list, the first one follows.
    after: place !== undefined ? rows[isGone ? place : place + 1] : openId === undefined ? undefined : rows[0],
  };
}
