import { sql, type RawBuilder } from "kysely";
import { setImmediate } from "node:timers/promises";
import { LIMITS } from "#shared/limits.ts";
import { conflict } from "#server/platform/errors.ts";
import type { WorkRunner } from "#server/store/engine.ts";
import type { PersonIdentity } from "#server/store/people/person-identity.ts";
import {
  JOB_TABLES,
  PERSONAL_TABLES,
  type PersonalRow,
  type PersonalTable,
} from "#server/store/people/personal-tables.ts";
import { all, first, type Work } from "#server/store/work.ts";

/** A row in which a person was found. */
export interface FoundRow {
  row: PersonalRow;
  /** Theirs; otherwise it is somebody else's and mentions their address. */
  isTheirs: boolean;
}

/** How many rows one look may go through: between two of them others are answered. */
const ROWS_AT_ONCE = 2_000;
const OPENED_AT_ONCE = 50;

/** The rows of one table with somebody in them; throws too_many_records where those are hardly one person's. */
export async function personalRows(
  engine: WorkRunner,
  name: string,
  table: PersonalTable,
  person: PersonIdentity,
): Promise<FoundRow[]> {
  const found: FoundRow[] = [];
  const add = (rows: readonly PersonalRow[]): void => {
    for (const row of rows) {
      const isTheirs = isOf(table, row, person);
      if (isTheirs || mentions(table, row, person)) found.push({ row, isTheirs });
    }
    if (found.length > LIMITS.person.records) throw tooMany(table.kind);
  };
  const those = sql`(${isOfPerson(engine, table, person)}) or (${mayMention(engine, table, person)})`;
  if (table.key.length === 1 && table.key[0] === "id" && table.isJson === undefined) {
    const last = Number(
      (
        await engine.run(() =>
          first(sql<{ id: string | number | null }>`
      select max(id) as id from ${sql.table(name)}`),
        )
      )?.id ?? 0,
    );
    for (let from = 0; from < last; from += ROWS_AT_ONCE) {
      const within = sql`id > ${from} and id <= ${from + ROWS_AT_ONCE}`;
      add(
        await engine.run(() => all(sql<PersonalRow>`select * from ${sql.table(name)} where ${within} and (${those})`)),
      );
      await setImmediate();
    }
  } else {
    add(
      await engine.run(() => all(sql<PersonalRow>`select ${columnsOf(table)} from ${sql.table(name)} where ${those}`)),
    );
  }
  if (table.opened !== undefined) {
    const known = new Set(found.map(({ row }) => keyOf(table, row)));
    for await (const rows of openedRows(engine, name, table, table.opened.where)) {
      add(rows.filter((row) => !known.has(keyOf(table, row))));
    }
  }
  return found;
}

/** Every table in which people may be found, with those of jobs where they are. */
export function* personalTables(engine: WorkRunner): Work<(readonly [string, PersonalTable])[]> {
  const [jobs, table] = JOB_TABLES[engine.name];
  const isThere =
    engine.name === "sqlite" || (yield* first(sql`select 1 as one where to_regclass(${jobs}) is not null`)) !== null;
  return [...Object.entries(PERSONAL_TABLES), ...(isThere ? [[jobs, table] as const] : [])];
}

/** What tells a row of its table. */
function keyOf({ key }: PersonalTable, row: PersonalRow): string {
  return JSON.stringify(key.map((column) => String(row[column])));
}

/** `where` of one row. */
export function isRow({ key }: PersonalTable, row: PersonalRow): RawBuilder<unknown> {
  return sql.join(
    key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  );
}

/** The texts of a row in which an address may stand. */
export function textsOf({ texts, opened }: PersonalTable, row: PersonalRow): string[] {
  const stored = texts.flatMap((column) => (typeof row[column] === "string" ? [row[column]] : []));
  return opened === undefined ? stored : [...stored, opened.text(row)];
}

/** Columns as the program reads them. */
export function columnsOf({ isJson, key, texts }: PersonalTable): RawBuilder<unknown> {
  if (isJson === undefined) return sql`*`;
  return sql.join([
    ...key.map((column) => sql.ref(column)),
    ...texts.map((column) => sql`cast(${sql.ref(column)} as text) as ${sql.ref(column)}`),
  ]);
}

/** Whether a row is somebody's own: of a lead of theirs, or by their address. */
export function isOf(table: PersonalTable, row: PersonalRow, { leadIds, marks }: PersonIdentity): boolean {
  const { leads = [], own } = table;
  if (leads.some((column) => leadIds.includes(textOf(row[column])))) return true;
  return own !== undefined && typeof row[own] === "string" && marks.isIn(row[own]);
}

function mentions(table: PersonalTable, row: PersonalRow, { marks }: PersonIdentity): boolean {
  return textsOf(table, row).some((text) => marks.isIn(text));
}

function isOfPerson({ sql: pieces }: WorkRunner, { leads = [] }: PersonalTable, { leadIds }: PersonIdentity) {
  if (leads.length === 0) return sql`false`;
  return sql.join(
    leads.map((column) => pieces.isOneOf(column, leadIds)),
    sql` or `,
  );
}

/** More rows than those that do: what the database finds is looked at again. */
function mayMention(
  engine: WorkRunner,
  { texts }: Pick<PersonalTable, "texts">,
  { marks }: Pick<PersonIdentity, "marks">,
) {
  if (texts.length === 0) return sql`false`;
  return containsAny(engine, texts, marks.needles);
}

/** Whether one of the columns contains one of these lower-case texts. */
export function containsAny({ name }: WorkRunner, columns: readonly string[], needles: readonly string[]) {
  const position = sql.raw(name === "sqlite" ? "instr" : "strpos");
  return sql.join(
    columns.flatMap((column) =>
      needles.map((needle) => sql`${position}(lower(cast(${sql.ref(column)} as text)), ${needle}) > 0`),
    ),
    sql` or `,
  );
}

async function* openedRows(
  engine: WorkRunner,
  name: string,
  table: PersonalTable,
  where: string,
): AsyncGenerator<readonly PersonalRow[]> {
  const columns = sql.join(table.key.map((column) => sql.ref(column)));
  let after = sql`true`;
  for (;;) {
    const rows = await engine.run(() =>
      all(sql<PersonalRow>`select * from ${sql.table(name)} where ${sql.raw(where)} and ${after}
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
    `More than ${LIMITS.person.records} records of the kind "${kind}" name this address, so it is hardly one person's. Nothing was changed. Delete what is not needed, then try again.`,
  );
}

/** An identifier as text: one engine reads numbers, the other digits. */
function textOf(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : "";
}
