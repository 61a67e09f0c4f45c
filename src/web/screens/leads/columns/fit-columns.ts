import { type ColumnId, DEFAULT_COLUMNS } from "#web/screens/leads/columns/column-choice.ts";

/** The checkbox before each row, in pixels. */
export const SELECT_WIDTH = 52;

/** The least that a column needs, and its share of the room that is left over. In pixels. */
const WIDTHS: Record<ColumnId, { least: number; share: number }> = {
  lead: { least: 160, share: 5 },
  email: { least: 160, share: 3 },
  phone: { least: 156, share: 0 },
  company: { least: 136, share: 3 },
  score: { least: 112, share: 0 },
  status: { least: 104, share: 0 },
  keywords: { least: 168, share: 3 },
  source: { least: 124, share: 0 },
  missing: { least: 132, share: 1 },
  date: { least: 112, share: 0 },
  actions: { least: 128, share: 0 },
};
/** Its buttons are larger for a finger. */
const TOUCH_ACTIONS = 168;

/** What gives way last where room is short: who it is, what to do, how good; then what a person chose beside those. */
const NEEDED: readonly ColumnId[] = ["lead", "actions", "score", "status"];
const GIVES_WAY: readonly ColumnId[] = ["date", "keywords", "company"];

export interface FittedColumn {
  id: ColumnId;
  width: number;
}

/** Which of the chosen columns stand side by side in so many pixels, and how wide each is; in the order given. */
export function fitColumns(chosen: readonly ColumnId[], room: number, isTouch: boolean): FittedColumn[] {
  const leastOf = (id: ColumnId): number => (id === "actions" && isTouch ? TOUCH_ACTIONS : WIDTHS[id].least);
  const fitting = new Set<ColumnId>();
  let left = room - SELECT_WIDTH;
  for (const id of chosen.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const least = leastOf(id);
    if (fitting.size > 0 && least > left) break;
    fitting.add(id);
    left -= least;
  }
  const shown = chosen.filter((id) => fitting.has(id));
  const shares = shown.reduce((sum, id) => sum + WIDTHS[id].share, 0);
  return shown.map((id) => ({
    id,
    width: Math.floor(leastOf(id) + (Math.max(0, left) * WIDTHS[id].share) / Math.max(1, shares)),
  }));
}

/** Those that a person added come before those that are there by default, which give way one by one. */
function rankOf(id: ColumnId): number {
  if (NEEDED.includes(id)) return NEEDED.indexOf(id) - 100;
  return DEFAULT_COLUMNS.includes(id) ? 100 - GIVES_WAY.indexOf(id) : 0;
}
