/** The columns that a list of leads can have, in the order in which they stand. */
export const COLUMN_IDS = [
  "lead",
  "email",
  "phone",
  "company",
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

/** Reads the columns from an address: "company,score". The lead is always one; nothing known gives the default. */
export function columnsOf(text: string): readonly ColumnId[] {
  const named = new Set(text.split(","));
  const columns = COLUMN_IDS.filter((id) => named.has(id));
  return columns.length === 0 || isDefault(columns) ? DEFAULT_COLUMNS : withLead(columns);
}

/** What of the columns the address says; undefined for the default. */
export function columnsText(columns: readonly ColumnId[]): string | undefined {
  return isDefault(columns) ? undefined : columns.join(",");
}

/** With a column more, or one less. */
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
