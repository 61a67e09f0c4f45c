import { setImmediate } from "node:timers/promises";
import { LIMITS } from "#shared/limits.ts";
import { conflict } from "#server/platform/errors.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import type { PersonIdentity } from "#server/db/people/person-identity.ts";
import { TABLES } from "#server/db/actions/nouns.ts";
import type { PersonalData, StoredRow } from "#server/db/engine/table.ts";
import { all, firstId, sql, type Sql, type Work } from "#server/db/engine/sql.ts";

/** A row in which a person was found. */
export interface FoundRow {
  row: StoredRow;
  /** Whether the row belongs to them; otherwise it is someone else's and mentions their address. */
  isTheirs: boolean;
}

/** Rows scanned per query; other requests are served in between. */
const ROWS_AT_ONCE = 2_000;
const OPENED_AT_ONCE = 50;

/** Finds the rows of one table that involve a person; throws too_many_records for more than one person could have. */
export async function personalRows(
  engine: WorkRunner,
  name: string,
  table: PersonalData,
  person: PersonIdentity,
): Promise<FoundRow[]> {
  const found: FoundRow[] = [];
  const add = (rows: readonly StoredRow[]): void => {
    for (const row of rows) {
      const isTheirs = isOf(table, row, person);
      if (isTheirs || mentions(table, row, person)) found.push({ row, isTheirs });
    }
    if (found.length > LIMITS.person.records) throw tooMany(table.kind);
  };
  // May match too many rows: each match is checked again.
  const mayMention = table.texts.length === 0 ? sql`false` : containsAny(engine, table.texts, person.marks.needles);
  const those = sql`(${isOfPerson(engine, table, person)}) or (${mayMention})`;
  if (table.key.length === 1 && table.key[0] === "id") {
    for await (const rows of rowsInParts(engine, name, those, ROWS_AT_ONCE)) add(rows);
  } else {
    add(await engine.run(() => all(sql<StoredRow>`select * from ${sql.ref(name)} where ${those}`)));
  }
  if (table.opened !== undefined) {
    const known = new Set(found.map(({ row }) => keyOf(table, row)));
    for await (const rows of openedRows(engine, name, table, table.opened.where)) {
      add(rows.filter((row) => !known.has(keyOf(table, row))));
    }
  }
  return found;
}

/** The rows found in a table, and those about the person's leads that were added since. */
export function* withRowsSince(
  engine: WorkRunner,
  name: string,
  table: PersonalData,
  person: PersonIdentity,
  found: readonly FoundRow[],
): Work<StoredRow[]> {
  const now = yield* all(sql<StoredRow>`
    select * from ${sql.ref(name)} where ${isOfPerson(engine, table, person)}`);
  const rows = [...found.map(({ row }) => row), ...now];
  return [...new Map(rows.map((row) => [keyOf(table, row), row])).values()];
}

/** The rows of a table that meet a condition, from so many ids at a time; other requests are served in between. */
export async function* rowsInParts(
  engine: WorkRunner,
  table: string,
  condition: Sql,
  idsAtOnce: number,
): AsyncGenerator<StoredRow[]> {
  const from = sql.ref(table);
  const last = Number(await engine.run(() => firstId(sql`select id from ${from} order by id desc limit 1`)));
  for (let after = 0; after < last; after += idsAtOnce) {
    const within = sql`id > ${after} and id <= ${after + idsAtOnce}`;
    yield await engine.run(() => all(sql<StoredRow>`select * from ${from} where ${within} and (${condition})`));
    await setImmediate();
  }
}

/** Every table that may contain personal data, by name. */
export const PERSONAL_TABLES: readonly (readonly [string, PersonalData])[] = TABLES.flatMap(({ name, people }) =>
  "none" in people ? [] : [[name, people] as const],
);

/** A string that identifies a row in its table. */
function keyOf({ key }: PersonalData, row: StoredRow): string {
  return JSON.stringify(key.map((column) => String(row[column])));
}

/** The WHERE condition for one row. */
export function isRow({ key }: PersonalData, row: StoredRow): Sql {
  return sql.join(
    key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    " and ",
  );
}

/** The texts of a row that may contain an address. */
export function textsOf({ texts, opened }: PersonalData, row: StoredRow): string[] {
  const stored = texts.flatMap((column) => (typeof row[column] === "string" ? [row[column]] : []));
  return opened === undefined ? stored : [...stored, opened.text(row)];
}

/** Whether a row belongs to a person: by one of their leads or by their address. */
export function isOf(table: PersonalData, row: StoredRow, { leadIds, domains, marks }: PersonIdentity): boolean {
  const { leads = [], domain, own } = table;
  if (leads.some((column) => leadIds.includes(textOf(row[column])))) return true;
  if (domain !== undefined && domains.includes(textOf(row[domain]))) return true;
  return own !== undefined && typeof row[own] === "string" && marks.isIn(row[own]);
}

function mentions(table: PersonalData, row: StoredRow, { marks }: PersonIdentity): boolean {
  return textsOf(table, row).some((text) => marks.isIn(text));
}

function isOfPerson(
  { sql: pieces }: WorkRunner,
  { leads = [], domain }: PersonalData,
  { leadIds, domains }: PersonIdentity,
) {
  const columns = leads.map((column) => pieces.isOneOf(column, leadIds));
  if (domain !== undefined) columns.push(pieces.isOneOf(domain, domains));
  return columns.length === 0 ? sql`false` : sql.join(columns, " or ");
}

/** Whether one of the columns contains one of these lower-case texts. */
export function containsAny({ name }: WorkRunner, columns: readonly string[], needles: readonly string[]) {
  const position = sql.raw(name === "sqlite" ? "instr" : "strpos");
  return sql.join(
    columns.flatMap((column) =>
      needles.map((needle) => sql`${position}(lower(cast(${sql.ref(column)} as text)), ${needle}) > 0`),
    ),
    " or ",
  );
}

async function* openedRows(
  engine: WorkRunner,
  name: string,
  table: PersonalData,
  where: string,
): AsyncGenerator<readonly StoredRow[]> {
  const columns = sql.join(table.key.map((column) => sql.ref(column)));
  let after = sql`true`;
  for (;;) {
    const rows = await engine.run(() =>
      all(sql<StoredRow>`select * from ${sql.ref(name)} where ${sql.raw(where)} and ${after}
        order by ${columns} limit ${OPENED_AT_ONCE}`),
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < OPENED_AT_ONCE) return;
    after = sql`(${columns}) > (${sql.join(table.key.map((column) => last[column]))})`;
    await setImmediate();
  }
}

function tooMany(kind: string) {
  return conflict(
    "too_many_records",
    `More than ${LIMITS.person.records} records of the type "${kind}" have this address, so it's probably not one person's. Nothing was changed. Delete what you don't need, then try again.`,
  );
}

/** An id as text: SQLite returns numbers, PostgreSQL text. */
function textOf(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : "";
}
