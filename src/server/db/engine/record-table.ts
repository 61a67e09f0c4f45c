import { isDeepStrictEqual } from "node:util";
import type { Engine, NewRow } from "#server/db/engine/engine.ts";
import { type RecordsTable, rowCodec, type StoredRow } from "#server/db/engine/table.ts";
import { all, exists, first, isRowId, run, sql, type Sql, type Work } from "#server/db/engine/sql.ts";
import type { AppError } from "#server/platform/errors.ts";

/** Basic reads and writes for a table with one record per row, in creation order. */
export interface RecordTable<R extends { id: string }> {
  list(): Work<R[]>;
  get(id: string): Work<R | null>;
  /** Returns the records matching the rest of a SELECT: its WHERE, ORDER BY and LIMIT. */
  find(rest: Sql): Work<R[]>;
  /** The first of them, or null. */
  one(rest: Sql): Work<R | null>;
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
  const codec = rowCodec<Omit<R, "id">>(fields);
  // Columns other than the declared fields are not read.
  const columnNames = sql.raw(["id", ...codec.columns].join(", "));
  // The fields are those of R.
  const toRecord = (row: StoredRow): R => ({ id: String(row["id"]), ...codec.toRecord(row) }) as R;

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
    *one(rest) {
      return (yield* find(rest))[0] ?? null;
    },
    list: () => find(sql`order by id`),
    rowOf: (record) => codec.toRow(record),

    *create(record) {
      yield* watch(name);
      const columns = codec.toRow(record);
      const names = sql.raw(Object.keys(columns).join(", "));
      const values = sql.join(Object.values(columns));
      const row = yield* first(
        sql<StoredRow>`insert into ${table} (${names}) values (${values}) returning ${columnNames}`,
      );
      return toRecord(row ?? {});
    },

    *update(id, patch) {
      const columns = Object.entries(codec.toRow(patch));
      if (!isRowId(id) || columns.length === 0) return yield* get(id);
      yield* watch(name);
      const sets = sql.join(columns.map(([column, value]) => sql`${sql.raw(column)} = ${value}`));
      yield* run(sql`update ${table} set ${sets} where id = ${id}`);
      return yield* get(id);
    },

    *remove(id) {
      if (!isRowId(id)) return false;
      yield* watch(name);
      return yield* exists(sql`delete from ${table} where id = ${id} returning id`);
    },
  };
}

/** The record of a table with a single row, without its id; null when there is none. */
export function* onlyRecord<R extends { id: string }>(records: RecordTable<R>): Work<Omit<R, "id"> | null> {
  const found = yield* records.get(ONLY);
  if (found === null) return null;
  const { id: _, ...record } = found;
  return record;
}

/** The id of that row. */
export const ONLY = "1";

/** Whether these fields of a record are as they were read. */
export function isAsRead<R extends object>(now: R | null, read: R, fields: readonly (keyof R)[]): now is R {
  return now !== null && fields.every((field) => isDeepStrictEqual(now[field], read[field]));
}

/** A record table's reads and writes, each in its own transaction. */
export function recordStore<R extends { id: string }>(engine: Engine, records: RecordTable<R>) {
  return {
    list: () => engine.run(() => records.list()),
    get: (id: string) => engine.run(() => records.get(id)),
    create: (record: Omit<R, "id">) => engine.transact(() => records.create(record)),
    /** Null when there is no such record. */
    update: (id: string, patch: Partial<Omit<R, "id">>) => engine.transact(() => records.update(id, patch)),
    /**
     * What was found out about a record as it was `read`; nothing if someone changed one of these fields since. `patch`
     * gets the record as it is now.
     */
    updateAsRead: (read: R, fields: readonly (keyof R)[], patch: (now: R) => Partial<Omit<R, "id">>) =>
      engine.transact(function* () {
        const now = yield* records.one(sql`where id = ${read.id} ${engine.sql.forUpdate}`);
        return isAsRead(now, read, fields) ? yield* records.update(read.id, patch(now)) : null;
      }),
    remove: (id: string) => engine.transact(() => records.remove(id)),
  };
}

export type RecordStore<R extends { id: string }> = ReturnType<typeof recordStore<R>>;

/** The same table, where `create` throws this error once it has this many records. */
export function limitedTable<R extends { id: string }>(
  records: RecordTable<R>,
  most: number,
  refusal: () => AppError,
): RecordTable<R> {
  return {
    ...records,
    *create(record) {
      if ((yield* records.list()).length >= most) throw refusal();
      return yield* records.create(record);
    },
  };
}
