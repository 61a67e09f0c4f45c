import { readFieldValue } from "#shared/contract/leads/field-value.ts";
import type { ImportColumn } from "#shared/contract/leads/lead-import.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { Fact, NamedValue } from "#shared/raw-lead.ts";
import type { Column } from "#server/pipeline/text/columns.ts";
import { withIsoDate } from "#server/pipeline/text/date-order.ts";
import { withoutPoints } from "#server/pipeline/text/decimal-comma.ts";
import { isBlank } from "#server/pipeline/text/row-reader.ts";

const FIELD = "field:";

/** Whether a column maps to a custom field. */
export function isFieldTarget(target: string): target is `field:${string}` {
  return target.startsWith(FIELD);
}

/** How a column writes its dates and numbers. */
type Notation = Pick<Partial<ImportColumn>, "dates" | "decimal">;

/** A column of a custom field, which may no longer exist. */
export interface CustomColumn {
  column: Column;
  field: CustomField | undefined;
  notation: Notation;
}

/** The columns that map to custom fields. */
export function customColumns(
  columns: readonly Column[],
  chosenFor: (column: Column) => ({ target: string } & Notation) | undefined,
  fields: readonly CustomField[] = [],
): CustomColumn[] {
  return columns.flatMap((column) => {
    const { target = "", ...notation } = chosenFor(column) ?? {};
    if (!isFieldTarget(target)) return [];
    return [{ column, field: fields.find(({ key }) => key === target.slice(FIELD.length)), notation }];
  });
}

/** A row's custom fields; what doesn't fit is kept as another detail. The first column with a value wins. */
export function readCustom(
  columns: readonly CustomColumn[],
  cells: readonly string[],
): { custom: NamedValue[]; facts: Fact[]; problems: string[] } {
  const custom = new Map<number, NamedValue>();
  const facts: Fact[] = [];
  const problems: string[] = [];
  for (const { column, field, notation } of columns) {
    const cell = cells[column.index] ?? "";
    if (isBlank(cell)) continue;
    const read = field === undefined ? null : readFieldValue(field, plainCell(field, cell, notation));
    if (field !== undefined && read !== null && "error" in read) problems.push(`${field.name}: ${read.error}`);
    const value = read === null || "error" in read ? null : read.value;
    if (field === undefined || value === null || custom.has(Number(field.id)))
      facts.push({ name: column.name, value: cell });
    else custom.set(Number(field.id), { id: Number(field.id), name: field.name, value });
  }
  return { custom: [...custom.values()], facts, problems };
}

function plainCell({ kind }: CustomField, cell: string, { dates, decimal }: Notation): string {
  if (kind === "date") return withIsoDate(cell, dates);
  return kind === "number" && decimal === "comma" ? withoutPoints(cell) : cell;
}
