import type { EngineSql, NewRow } from "#server/db/engine/engine.ts";
import { toStored, toStoredJson } from "#server/db/engine/stored-text.ts";
import { all, run, sql, verbatim } from "#server/db/engine/sql.ts";

/** Distinguishes phone locks from other advisory locks. */
const PHONE_LOCK = 7_466;
/**
 * Phones share this many locks, a power of two, because the server has room for only a few thousand across all its
 * clients.
 */
const PHONE_SLOTS = 64;

const insertMany: EngineSql["insertMany"] = function* (table, rows, tail = "") {
  const [example] = rows;
  if (example === undefined) return;
  const columns = sql.raw(Object.keys(example).join(", "));
  yield* run(
    sql`insert into ${sql.raw(table)} (${columns}) select ${columns} from ${recordset(table, rows)} ${sql.raw(tail)}`,
  );
};

const now: EngineSql["now"] = () => sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** PostgreSQL's variants of the engine's SQL. */
export const POSTGRES_SQL: EngineSql = {
  forUpdate: sql`for update`,
  by: () => sql``,

  *lockPhones(phoneKeys) {
    // Locked in a fixed order to avoid deadlocks.
    yield* run(sql`select pg_advisory_xact_lock(${PHONE_LOCK}::integer, slot) from (
      select distinct hashtext(phone) & ${PHONE_SLOTS - 1}::integer as slot
      from unnest(${phoneKeys.map(toStored)}::text[]) as phone order by slot) slots`);
  },

  isOneOf: (column, values) => sql`${sql.raw(column)} = any(${values.map(toStored)})`,
  now,
  leaseNow: now,
  insertMany,

  *takeLeadIds(count) {
    // The sequence's name is looked up once, not for each id.
    const taken = sql<{ id: string }>`
      with sequence as materialized (select pg_get_serial_sequence('leads', 'id')::regclass as name)
      select nextval(name) as id from sequence, generate_series(1, ${count}::integer)`;
    return (yield* all(taken)).map(({ id }) => id);
  },

  *writeSearchTexts(texts) {
    yield* insertMany(
      "lead_search",
      texts,
      "on conflict (id) do update set text = excluded.text, words = excluded.words",
    );
  },

  *updateMany(table, rows) {
    const [example] = rows;
    if (example === undefined) return;
    const columns = Object.keys(example).filter((column) => column !== "id");
    const sets = sql.raw(columns.map((column) => `${column} = given.${column}`).join(", "));
    yield* run(sql`update ${sql.raw(table)} set ${sets} from ${recordset(table, rows)} as given
      where ${sql.raw(table)}.id = given.id`);
  },

  *updateUnchanged(rows) {
    const [example] = rows;
    if (example === undefined) return [];
    const columns = Object.keys(example).filter((column) => column !== "id" && column !== "revision");
    const sets = sql.raw(columns.map((column) => `${column} = given.${column}`).join(", "));
    const written = yield* verbatim<[string]>(sql`
      update leads set revision = leads.revision + 1, ${sets} from ${recordset("leads", rows)} as given
      where leads.id = given.id and leads.revision = given.revision returning leads.id`);
    return written.map(([id]) => id);
  },
};

/** Passes rows as one JSON parameter: one round trip and one plan for any number, with the table's column types. */
function recordset(table: string, rows: readonly NewRow[]) {
  return sql`json_populate_recordset(null::${sql.raw(table)}, ${toStoredJson(rows)}::json)`;
}
