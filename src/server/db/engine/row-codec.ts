import type { NewRow } from "#server/db/engine/engine.ts";
import type { Field, Fields, RecordsTable, StoredRow } from "#server/db/engine/table.ts";

/** Converts between records and rows. */
export interface RowCodec<R> {
  /** The columns of the fields. */
  readonly columns: readonly string[];
  /** Ignores other columns. */
  readonly toRecord: (row: StoredRow) => R;
  /** The columns of the fields that the record has. */
  readonly toRow: (record: Partial<R>) => NewRow;
}

/** The record of a table or codec. */
export type RecordOf<T> = T extends RecordsTable<infer R> ? R : T extends RowCodec<infer R> ? R : never;

/** Columns without a declared field are neither read nor written. */
export function rowCodec<R extends object>(fields: Fields<R>): RowCodec<R> {
  const known = Object.entries<Field<unknown>>(fields).map(([field, { kind, column = snakeCase(field) }]) => ({
    field,
    column,
    kind,
  }));
  return {
    columns: known.map(({ column }) => column),

    toRecord(row) {
      const record: Record<string, unknown> = {};
      for (const { field, column, kind } of known) record[field] = fromColumn(row[column], kind);
      // Safe cast: only toRow writes these columns.
      return record as R;
    },

    toRow(record) {
      const row: Record<string, unknown> = {};
      for (const { field, column, kind } of known) {
        const value = record[field as keyof R];
        if (value !== undefined) row[column] = kind === "json" && value !== null ? JSON.stringify(value) : value;
      }
      return row;
    },
  };
}

function fromColumn(value: unknown, kind: Field<unknown>["kind"]): unknown {
  if (value === null) return null;
  switch (kind) {
    case "plain":
      return value;
    case "flag":
      return Boolean(value);
    case "json":
      // JSON is stored as text.
      return JSON.parse(value as string) as unknown;
    case "id":
      return typeof value === "number" ? value.toString() : value;
    case "number":
      return Number(value);
  }
}

function snakeCase(field: string): string {
  return field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
