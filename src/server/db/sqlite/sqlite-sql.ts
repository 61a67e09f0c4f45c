import type { Clock } from "#server/platform/clock.ts";
import type { EngineSql, NewRow } from "#server/db/engine/engine.ts";
import { createLeaseClock } from "#server/db/engine/lease-clock.ts";
import { all, run, runEach, Sql, sql, verbatim, type Work } from "#server/db/engine/sql.ts";
import { toStoredJson } from "#server/db/engine/stored-text.ts";

/** Padding that lets every character start a trigram, so that one and two characters can be searched too. */
export const INDEX_PADDING = "\n\n";
/**
 * A statement on a table with triggers copies each page before changing it, so several rows at once take a third less
 * time. Without triggers, one row at a time is faster.
 */
const LEADS_TOGETHER = 50;
const REPLACE_TEXT = "on conflict (id) do update set text = excluded.text, words = excluded.words";

/** SQLite's variants of the engine's SQL. */
export function sqliteSql(clock: Clock): EngineSql {
  const leaseClock = createLeaseClock();

  const isOneOf: EngineSql["isOneOf"] = (column, values) =>
    sql`${sql.raw(column)} in (select value from json_each(${toStoredJson(values)}))`;

  const insert = (table: string, rows: readonly NewRow[], tail: string, together: number): Work<void> => {
    const columns = Object.keys(rows[0] ?? {});
    const row = `(${columns.map(() => "?").join(", ")})`;
    const text = `insert into ${table} (${columns.join(", ")}) values ${Array(together).fill(row).join(", ")} ${tail}`;
    const groups = Array.from({ length: rows.length / together }, (_, index) =>
      rows.slice(index * together, (index + 1) * together).flatMap((values) => Object.values(values)),
    );
    return runEach(new Sql(text.split("?"), groups[0] ?? []), groups);
  };

  const insertMany: EngineSql["insertMany"] = function* (table, rows, tail = "") {
    const left = table === "leads" ? rows.length % LEADS_TOGETHER : rows.length;
    yield* insert(table, rows.slice(0, rows.length - left), tail, LEADS_TOGETHER);
    yield* insert(table, rows.slice(rows.length - left), tail, 1);
  };

  const updateMany: EngineSql["updateMany"] = function* (table, rows) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== "id");
    const text = `update ${table} set ${columns.map((column) => `${column} = ?`).join(", ")} where id = ?`;
    const values = rows.map(({ id, ...row }) => [...Object.values(row), id]);
    yield* runEach(new Sql(text.split("?"), values[0] ?? []), values);
  };

  return {
    // A transaction is the only writer from its start.
    forUpdate: sql``,
    by: (index) => sql`indexed by ${sql.raw(index)}`,
    *lockPhones() {},
    isOneOf,
    now: () => sql`${clock().getTime()}`,
    leaseNow: () => sql`${leaseClock()}`,
    insertMany,

    *takeLeadIds(count) {
      const taken = sql<{ seq: number }>`select seq from sqlite_sequence where name = 'leads'`;
      const last = (yield* all(taken))[0]?.seq ?? 0;
      return Array.from({ length: count }, (_, index) => String(last + 1 + index));
    },

    *writeSearchTexts(texts) {
      yield* insertMany("lead_search", texts, REPLACE_TEXT);
      const isWritten = isOneOf(
        "id",
        texts.map(({ id }) => id),
      );
      yield* run(sql`insert or replace into lead_index (rowid, text)
        select id, text || ${INDEX_PADDING} from lead_search where ${isWritten}`);
      yield* run(sql`insert or replace into lead_words (rowid, words)
        select id, words from lead_search where ${isWritten}`);
    },

    updateMany,

    *updateUnchanged(rows) {
      const isOneOfRows = isOneOf(
        "id",
        rows.map(({ id }) => id),
      );
      const found = yield* verbatim<[number, number]>(sql`select id, revision from leads where ${isOneOfRows}`);
      const revisions = new Map(found.map(([id, revision]) => [String(id), revision]));
      const unchanged = rows.filter(({ id, revision }) => revisions.get(id) === revision);
      // No one else writes between these two: a transaction is the only writer from its start.
      yield* updateMany(
        "leads",
        unchanged.map((row) => ({ ...row, revision: row.revision + 1 })),
      );
      return unchanged.map(({ id }) => id);
    },
  };
}
