import Database from "better-sqlite3";
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Engine } from "#server/store/engine.ts";
import { createGroupCommit } from "#server/store/group-commit.ts";
import { leadJsonBy, SQLITE_JSON } from "#server/store/lead-json.ts";
import { createListeners } from "#server/store/listeners.ts";
import { migrateSqlite } from "#server/store/migrations/migrate-sqlite.ts";
import { sqliteError } from "#server/store/sqlite-error.ts";
import { sqliteLeadPages } from "#server/store/sqlite-lead-pages.ts";
import { fromStored, toStored, toStoredJson } from "#server/store/stored-text.ts";
import type { Tables } from "#server/store/tables.ts";
import { all, run, type Query, type Statement, type Work } from "#server/store/work.ts";

const CACHE_KILOBYTES = 64_000;
/** With it every letter of a text starts a trigram, so that one and two letters can be looked up too. */
const INDEX_PADDING = "\n\n";
/** Texts of statements are few and repeat; a bound in case one day they do not. */
const MAX_STATEMENTS = 1_000;

/**
 * Opens the SQLite file, made when missing, and brings it to this version. Throws store_damaged, schema_newer or
 * schema_changed.
 */
export function openSqlite(file: string, clock: Clock): Engine {
  const db = openFile(file, clock);
  const build = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const execute = createExecutor(db, build);
  const drive = <T>(work: Work<T>): T => {
    let step = work.next();
    while (step.done !== true) step = work.next(execute(step.value));
    return step.value;
  };
  const commits = createGroupCommit(db, drive);
  const listeners = createListeners();

  return {
    name: "sqlite",
    build,
    pages: sqliteLeadPages(),
    sql: {
      forUpdate: sql``,
      isOneOf: (column, values) => sql`${sql.ref(column)} in (select value from json_each(${toStoredJson(values)}))`,
      leadJson: leadJsonBy(SQLITE_JSON),
      now: () => sql`${clock().getTime()}`,
      *takeLeadIds(count) {
        const taken = sql<{ seq: number }>`select seq from sqlite_sequence where name = 'leads'`;
        const last = (yield* all(taken))[0]?.seq ?? 0;
        return Array.from({ length: count }, (_, index) => String(last + 1 + index));
      },
      *insertMany(table, rows, tail = "") {
        const columns = Object.keys(rows[0] ?? {});
        const text = `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")}) ${tail}`;
        for (const query of forEachRow(text, rows.map(Object.values))) yield* run(query);
      },
      *writeSearchTexts(texts) {
        yield* this.insertMany("lead_search", texts, "on conflict (id) do update set text = excluded.text");
        const isWritten = this.isOneOf(
          "id",
          texts.map(({ id }) => id),
        );
        yield* run(sql`insert or replace into lead_index (rowid, text)
          select id, text || ${INDEX_PADDING} from lead_search where ${isWritten}`);
      },
      *updateMany(table, rows) {
        const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== "id");
        const text = `update ${table} set ${columns.map((column) => `${column} = ?`).join(", ")} where id = ?`;
        const values = rows.map(({ id, ...row }) => [...Object.values(row), id]);
        for (const query of forEachRow(text, values)) yield* run(query);
      },
    },
    run: (work) => {
      try {
        return Promise.resolve(drive(work()));
      } catch (error) {
        return Promise.reject(sqliteError(error));
      }
    },
    transact: (work) => commits.transact(work),
    publish(message) {
      listeners.tell(message);
      return Promise.resolve();
    },
    subscribe: (listener) => listeners.add(listener),
    close() {
      commits.flush();
      db.close();
      return Promise.resolve();
    },
  };
}

function openFile(file: string, clock: Clock): Database.Database {
  const db = new Database(file);
  try {
    db.pragma("journal_mode = wal");
    // In WAL mode only FULL makes a commit survive the loss of power.
    db.pragma("synchronous = full");
    db.pragma("foreign_keys = on");
    // What a statement with triggers would undo goes to memory; in a file it doubled the time of an insert.
    db.pragma("temp_store = memory");
    db.pragma("busy_timeout = 5000");
    db.pragma(`cache_size = -${CACHE_KILOBYTES}`);
    migrateSqlite(db, clock);
    // Only one process has the folder open, so whoever held these is gone.
    db.exec("delete from leases");
    return db;
  } catch (error) {
    db.close();
    throw sqliteError(error);
  }
}

/** Runs statements, each prepared once: preparing costs more than running most of them. */
function createExecutor(db: Database.Database, build: Kysely<Tables>): (statement: Statement) => readonly unknown[] {
  const prepared = new Map<string, Database.Statement>();
  return ({ query, verbatim = false }) => {
    const { sql: text, parameters } = query.compile(build);
    let statement = prepared.get(text);
    if (statement === undefined) {
      if (prepared.size >= MAX_STATEMENTS) prepared.clear();
      statement = db.prepare(text);
      prepared.set(text, statement);
    }
    const values = parameters.map(toParameter);
    if (!statement.reader) {
      statement.run(values);
      return [];
    }
    if (verbatim) return statement.raw(true).all(values);
    const rows = statement.raw(false).all(values) as Record<string, unknown>[];
    for (const row of rows) decodeTexts(row);
    return rows;
  };
}

function toParameter(value: unknown): unknown {
  if (typeof value === "string") return toStored(value);
  return typeof value === "boolean" ? Number(value) : value;
}

function decodeTexts(row: Record<string, unknown>): void {
  for (const [column, value] of Object.entries(row)) if (typeof value === "string") row[column] = fromStored(value);
}

/** A statement for each row, of one text: so it is prepared once, and writing the text costs nothing. */
function forEachRow(text: string, rows: readonly (readonly unknown[])[]): Query<unknown>[] {
  return rows.map((values) => ({ compile: () => CompiledQuery.raw(text, [...values]) }));
}
