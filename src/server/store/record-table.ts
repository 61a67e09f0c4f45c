import { sql, type RawBuilder } from "kysely";
import type { NewRow } from "#server/store/engine.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { Tables } from "#server/store/tables.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

/**
 * How a field is kept: a flag as the engine keeps truth values, JSON as text, the rest as it is. PostgreSQL answers an
 * id and a large number as text, SQLite as a number.
 */
type Kind = "plain" | "flag" | "json" | "id" | "number";

interface Field {
  column: string;
  kind: Kind;
}

/** Where each field of a record is kept. */
export type Fields<R> = Record<Exclude<keyof R & string, "id">, Field>;

/** The plain reads and writes of a table whose rows are one record each, in the order they were made. */
export interface RecordTable<R extends { id: string }> {
  list(): Work<R[]>;
  get(id: string): Work<R | null>;
  /** The records that a SELECT with this rest finds: its WHERE, ORDER BY and LIMIT. */
  find(rest: RawBuilder<unknown>): Work<R[]>;
  create(record: Omit<R, "id">): Work<R>;
  /** Changes the fields that the patch has. Null when there is no such record. */
  update(id: string, patch: Partial<Omit<R, "id">>): Work<R | null>;
  remove(id: string): Work<boolean>;
  /** The columns of the fields that a record has, for inserting many. */
  rowOf(record: Partial<R>): NewRow;
}

/** Is told of a table before it is read or written by an act, which then finds it as nobody else changes it. */
export type Watch = (table: keyof Tables) => Work<void>;

/** For writes that are nobody's act. */
export function* unwatched(): Work<void> {}

type Row = Record<string, unknown>;

export function recordTable<R extends { id: string }>(
  name: keyof Tables,
  fields: Fields<R>,
  watch: Watch = unwatched,
): RecordTable<R> {
  const table = sql.raw(name);
  const known = Object.entries<Field>(fields);
  // What the table keeps beside these fields is not read with them.
  const columnNames = sql.raw(["id", ...known.map(([, { column }]) => column)].join(", "));

  const toColumns = (record: Partial<R>): [column: string, value: unknown][] =>
    known.flatMap(([field, { column, kind }]): [string, unknown][] => {
      const value = record[field as keyof R];
      if (value === undefined) return [];
      return [[column, kind === "json" && value !== null ? JSON.stringify(value) : value]];
    });

  const toRecord = (row: Row): R => {
    const record: Row = { id: String(row["id"]) };
    for (const [field, { column, kind }] of known) record[field] = fromColumn(row[column], kind);
    // Each field was read from the column that only toColumns writes.
    return record as R;
  };

  function* get(id: string): Work<R | null> {
    if (!isRowId(id)) return null;
    yield* watch(name);
    const row = yield* first(sql<Row>`select ${columnNames} from ${table} where id = ${id}`);
    return row === null ? null : toRecord(row);
  }

  function* find(rest: RawBuilder<unknown>): Work<R[]> {
    yield* watch(name);
    return (yield* all(sql<Row>`select ${columnNames} from ${table} ${rest}`)).map(toRecord);
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
      const row = yield* first(sql<Row>`insert into ${table} (${names}) values (${values}) returning ${columnNames}`);
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
      // JSON is kept as text.
      return JSON.parse(value as string) as unknown;
    case "id":
      return typeof value === "number" ? value.toString() : value;
    case "number":
      return Number(value);
  }
}
