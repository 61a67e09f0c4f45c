import type { NewRow } from "#server/db/engine/engine.ts";
import { isRowId } from "#server/db/engine/row-id.ts";
import type { Kind, RecordsTable, StoredRow } from "#server/db/engine/table.ts";
import { all, first, run, type Work } from "#server/db/engine/work.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";

/** Basic reads and writes for a table with one record per row, in creation order. */
export interface RecordTable<R extends { id: string }> {
  list(): Work<R[]>;
  get(id: string): Work<R | null>;
  /** Returns the records matching the rest of a SELECT: its WHERE, ORDER BY and LIMIT. */
  find(rest: Sql): Work<R[]>;
  create(record: Omit<R, "id">): Work<R>;
  /** Changes the fields in the patch. Null when there is no such record. */
  update(id: string, patch: Partial<Omit<R, "id">>): Work<R | null>;
  remove(id: string): Work<boolean>;
  /** Returns the columns of a record's fields, for bulk inserts. */
  rowOf(record: Partial<R>): NewRow;
}

/** Called before an action reads or writes a table, so that it can record the state before the change. */
export type Watch = (table: string) => Work<void>;

/** For writes that aren't part of a journaled action. */
export function* unwatched(): Work<void> {}

export function recordTable<R extends { id: string }>(
  { name, fields }: RecordsTable<R>,
  watch: Watch = unwatched,
): RecordTable<R> {
  const table = sql.raw(name);
  const known = Object.entries<Kind | { column: string; kind: Kind }>(fields).map(([field, kept]) =>
    typeof kept === "string" ? { field, column: snakeCase(field), kind: kept } : { field, ...kept },
  );
  // Columns other than the declared fields are not read.
  const columnNames = sql.raw(["id", ...known.map(({ column }) => column)].join(", "));

  const toColumns = (record: Partial<R>): [column: string, value: unknown][] =>
    known.flatMap(({ field, column, kind }): [string, unknown][] => {
      const value = record[field as keyof R];
      if (value === undefined) return [];
      return [[column, kind === "json" && value !== null ? JSON.stringify(value) : value]];
    });

  const toRecord = (row: StoredRow): R => {
    const record: Record<string, unknown> = { id: String(row["id"]) };
    for (const { field, column, kind } of known) record[field] = fromColumn(row[column], kind);
    // Safe cast: only toColumns writes these columns.
    return record as R;
  };

  function* get(id: string): Work<R | null> {
    if (!isRowId(id)) return null;
    yield* watch(name);
    const row = yield* first(sql<StoredRow>`select ${columnNames} from ${table} where id = ${id}`);
    return row === null ? null : toRecord(row);
  }

  function* find(rest: Sql): Work<R[]> {
    yield* watch(name);
    return (yield* all(sql<StoredRow>`select ${columnNames} from ${table} ${rest}`)).map(toRecord);
  }

  return {
    get,
    find,
    list: () => find(sql`order by id`),
    rowOf: (record) => Object.fromEntries(toColumns(record)),

    *create(record) {
      yield* watch(name);
      const columns = toColumns(record as Partial<R>);
      const names = sql.raw(columns.map(([column]) => column).join(", "));
      const values = sql.join(columns.map(([, value]) => value));
      const row = yield* first(
        sql<StoredRow>`insert into ${table} (${names}) values (${values}) returning ${columnNames}`,
      );
      return toRecord(row ?? {});
    },

    *update(id, patch) {
      const columns = toColumns(patch as Partial<R>);
      if (!isRowId(id) || columns.length === 0) return yield* get(id);
      yield* watch(name);
      const sets = sql.join(columns.map(([column, value]) => sql`${sql.raw(column)} = ${value}`));
      yield* run(sql`update ${table} set ${sets} where id = ${id}`);
      return yield* get(id);
    },

    *remove(id) {
      if (!isRowId(id)) return false;
      yield* watch(name);
      return (yield* first(sql`delete from ${table} where id = ${id} returning id`)) !== null;
    },
  };
}

function fromColumn(value: unknown, kind: Kind): unknown {
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
