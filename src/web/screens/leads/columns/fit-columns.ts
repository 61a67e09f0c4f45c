import { LEAD_FIELDS, type LeadFieldType, LIST_FIELDS, perField } from "#shared/lead-fields.ts";
import {
  type BuiltInColumn,
  type ColumnId,
  DEFAULT_COLUMNS,
  factOf,
  fieldKeyOf,
} from "#web/screens/leads/columns/column-choice.ts";

/** The row's checkbox, in pixels. */
export const SELECT_WIDTH = 52;

/** Minimum width in pixels, and share of the remaining space. */
interface Width {
  least: number;
  share: number;
}

const WIDTH_OF_TYPE: Record<LeadFieldType, Width> = {
  text: { least: 136, share: 3 },
  email: { least: 160, share: 3 },
  phone: { least: 156, share: 0 },
  link: { least: 160, share: 3 },
  longText: { least: 160, share: 3 },
};
const WIDTHS: Record<BuiltInColumn, Width> = {
  lead: { least: 160, share: 5 },
  ...perField(LIST_FIELDS, (field) => WIDTH_OF_TYPE[LEAD_FIELDS[field].type]),
  score: { least: 112, share: 0 },
  status: { least: 104, share: 0 },
  owner: { least: 124, share: 1 },
  keywords: { least: 168, share: 3 },
  tags: { least: 168, share: 3 },
  source: { least: 124, share: 0 },
  missing: { least: 132, share: 1 },
  nextStep: { least: 150, share: 2 },
  date: { least: 112, share: 0 },
  actions: { least: 128, share: 0 },
};
/** Touch buttons are larger. */
const TOUCH_ACTIONS = 168;

/** Dropped last: name, actions and score; then the columns the user added. */
const NEEDED: readonly ColumnId[] = ["lead", "actions", "score", "status"];
const GIVES_WAY: readonly ColumnId[] = ["date", "keywords", "company"];

export interface FittedColumn {
  id: ColumnId;
  width: number;
}

interface Surroundings {
  isTouch: boolean;
  /** A lead is open next to the list, with its actions. */
  hasPanel: boolean;
}

/** The chosen columns that fit, with their widths, in the given order. */
export function fitColumns(
  chosen: readonly ColumnId[],
  room: number,
  { isTouch, hasPanel }: Surroundings,
): FittedColumn[] {
  const leastOf = (id: ColumnId): number => (id === "actions" && isTouch ? TOUCH_ACTIONS : widthOf(id).least);
  const fitting = new Set<ColumnId>();
  let left = room - SELECT_WIDTH;
  const rankOf = hasPanel ? rankNextToPanel : rankAlone;
  for (const id of chosen.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const least = leastOf(id);
    if (fitting.size > 0 && least > left) break;
    fitting.add(id);
    left -= least;
  }
  const shown = chosen.filter((id) => fitting.has(id));
  const shares = shown.reduce((sum, id) => sum + widthOf(id).share, 0);
  return shown.map((id) => ({
    id,
    width: Math.floor(leastOf(id) + (Math.max(0, left) * widthOf(id).share) / Math.max(1, shares)),
  }));
}

function widthOf(id: ColumnId): Width {
  return factOf(id) === null && fieldKeyOf(id) === null ? WIDTHS[id as BuiltInColumn] : WIDTH_OF_TYPE.text;
}

/** Columns the user added outrank the default ones, which are dropped one by one. */
function rankAlone(id: ColumnId): number {
  if (NEEDED.includes(id)) return NEEDED.indexOf(id) - 100;
  return DEFAULT_COLUMNS.includes(id) ? 100 - GIVES_WAY.indexOf(id) : 0;
}

/** The panel has the actions, so the row's buttons are dropped first. */
function rankNextToPanel(id: ColumnId): number {
  return id === "actions" ? Infinity : rankAlone(id);
}
