import { LIST_FIELDS } from "#shared/lead-fields.ts";

/** Columns of lead lists, in display order. */
export const COLUMN_IDS = [
  "lead",
  ...LIST_FIELDS,
  "score",
  "status",
  "keywords",
  "source",
  "missing",
  "date",
  "actions",
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

export const DEFAULT_COLUMNS: readonly ColumnId[] = [
  "lead",
  "company",
  "score",
  "status",
  "keywords",
  "date",
  "actions",
];

/** Parses columns from a URL: "company,score". Always includes the lead; without known columns, the default. */
export function columnsOf(text: string): readonly ColumnId[] {
  const named = new Set(text.split(","));
  const columns = COLUMN_IDS.filter((id) => named.has(id));
  return columns.length === 0 || isDefault(columns) ? DEFAULT_COLUMNS : withLead(columns);
}

/** Columns for the URL; undefined for the default. */
export function columnsText(columns: readonly ColumnId[]): string | undefined {
  return isDefault(columns) ? undefined : columns.join(",");
}

export function toggledColumn(columns: readonly ColumnId[], id: ColumnId): readonly ColumnId[] {
  const chosen = COLUMN_IDS.filter((one) => columns.includes(one) !== (one === id));
  return isDefault(chosen) ? DEFAULT_COLUMNS : withLead(chosen);
}

function withLead(columns: readonly ColumnId[]): readonly ColumnId[] {
  return columns.includes("lead") ? columns : ["lead", ...columns];
}

function isDefault(columns: readonly ColumnId[]): boolean {
  return columns.join() === DEFAULT_COLUMNS.join();
}
