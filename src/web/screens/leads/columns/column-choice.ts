import { escapeItem, isColumnName, unescapeItem } from "#shared/fact-columns.ts";
import { LIST_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";

/** Columns that every lead list has, in their usual order. */
export const COLUMN_IDS = [
  "lead",
  ...LIST_FIELDS,
  "score",
  "status",
  "owner",
  "keywords",
  "tags",
  "source",
  "missing",
  "nextStep",
  "date",
  "actions",
] as const;
export type BuiltInColumn = (typeof COLUMN_IDS)[number];
/** A column of the leads' facts of one name: an extra sheet column, a form answer. */
type FactColumn = `fact:${string}`;
/** A column of a custom field, by its key. */
type FieldColumn = `field:${string}`;
export type ColumnId = BuiltInColumn | FactColumn | FieldColumn;

export const DEFAULT_COLUMNS: readonly ColumnId[] = [
  "lead",
  "company",
  "score",
  "status",
  "keywords",
  "date",
  "actions",
];

const FACT = "fact:";
const FIELD = "field:";

/** The name of a fact column's facts; null for any other column. */
export function factOf(id: ColumnId): string | null {
  return isFactColumn(id) ? id.slice(FACT.length) : null;
}

/** The key of a column's custom field; null for other columns. */
export function fieldKeyOf(id: ColumnId): string | null {
  return isFieldColumn(id) ? id.slice(FIELD.length) : null;
}

/** Fact names for the API. */
export function factsText(columns: readonly ColumnId[]): string {
  return columns
    .flatMap((id) => factOf(id) ?? [])
    .map(escapeItem)
    .join(",");
}

/** Parses columns from text: "company,score". Ignores unknown ones; without any, the default. */
export function columnsOf(text: string): readonly ColumnId[] {
  const known = text.split(",").flatMap((item): ColumnId[] => {
    const id = unescapeItem(item);
    if (isFactColumn(id)) return isColumnName(id.slice(FACT.length)) ? [id] : [];
    if (isFieldColumn(id)) return /^field:[a-z0-9_]+$/.test(id) ? [id] : [];
    return COLUMN_IDS.filter((one) => one === id);
  });
  return known.length === 0 ? DEFAULT_COLUMNS : tidied(known);
}

export function columnsText(columns: readonly ColumnId[]): string {
  return columns.map(escapeItem).join(",");
}

export function sameColumns(one: readonly ColumnId[], other: readonly ColumnId[]): boolean {
  return columnsText(one) === columnsText(other);
}

/** Removes a column, or adds it where `offeredColumns` lists it. */
export function toggledColumn(columns: readonly ColumnId[], id: ColumnId): readonly ColumnId[] {
  if (columns.includes(id)) return tidied(columns.filter((one) => one !== id));
  return tidied(
    offeredColumns([...columns, ...(isFactColumn(id) || isFieldColumn(id) ? [id] : [])]).filter(
      (one) => one === id || columns.includes(one),
    ),
  );
}

/** Moves a column to where another is. */
export function movedColumn(columns: readonly ColumnId[], id: ColumnId, to: ColumnId): readonly ColumnId[] {
  const at = columns.indexOf(to);
  if (at === -1 || !columns.includes(id)) return columns;
  const others = columns.filter((one) => one !== id);
  return tidied([...others.slice(0, at), id, ...others.slice(at)]);
}

/** Whether it can be moved: the lead always comes first, and its actions last. */
export function isMovable(id: ColumnId): boolean {
  return id !== "lead" && id !== "actions";
}

/** Whether more facts fit in the list. */
export function mayAddFact(columns: readonly ColumnId[]): boolean {
  return columns.filter(isFactColumn).length < LIMITS.list.factColumns;
}

/** All columns to choose from: the chosen ones in their order, each other one after the one it usually follows. */
export function offeredColumns(chosen: readonly ColumnId[]): readonly ColumnId[] {
  const offered = [...tidied(chosen)];
  for (const [index, id] of COLUMN_IDS.entries()) {
    if (offered.includes(id)) continue;
    const former = COLUMN_IDS[index - 1];
    const at = id === "actions" || former === undefined ? offered.length : offered.indexOf(former) + 1;
    offered.splice(at, 0, id);
  }
  return offered;
}

/** Each column once, the lead first and its actions last. */
function tidied(columns: readonly ColumnId[]): readonly ColumnId[] {
  const movable = new Set(columns.filter(isMovable));
  let facts = 0;
  const some = [...movable].filter((id) => !isFactColumn(id) || (facts += 1) <= LIMITS.list.factColumns);
  const all: ColumnId[] = ["lead", ...some, ...columns.filter((id) => id === "actions").slice(0, 1)];
  return sameColumns(all, DEFAULT_COLUMNS) ? DEFAULT_COLUMNS : all;
}

function isFieldColumn(id: string): id is FieldColumn {
  return id.startsWith(FIELD);
}

function isFactColumn(id: string): id is FactColumn {
  return id.startsWith(FACT);
}
