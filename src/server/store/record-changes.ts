import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { isJournaled, journaled, type JournaledTable } from "#server/store/journaled-tables.ts";
import type { Watch } from "#server/store/record-table.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** A row as its table keeps it, by column. */
export type StoredRow = Readonly<Record<string, unknown>>;

/**
 * What an act did to a row: all of it before or after one that it removed or made, else the columns that it changed. The
 * values are the engine's own; secrets among them are sealed.
 */
export interface RecordChange {
  table: JournaledTable;
  key: string;
  before: StoredRow | null;
  after: StoredRow | null;
}

/** Finds out what a transaction does to records, by comparing their tables, which are small, before and after. */
export interface RecordChanges {
  /** To be asked before a table is written. */
  readonly watch: Watch;
  /** What the watched tables' rows have become since. */
  readonly found: () => Work<RecordChange[]>;
}

export function recordChanges(engine: Engine): RecordChanges {
  const watched = new Map<JournaledTable, ReadonlyMap<string, StoredRow>>();
  return {
    *watch(table) {
      if (!isJournaled(table) || watched.has(table)) return;
      watched.set(table, yield* allRows(engine, table));
    },

    *found() {
      const changes: RecordChange[] = [];
      for (const [table, before] of watched) {
        const after = yield* allRows(engine, table);
        for (const key of new Set([...before.keys(), ...after.keys()])) {
          const change = changeOf(table, key, before.get(key) ?? null, after.get(key) ?? null);
          if (change !== null) changes.push(change);
        }
      }
      return changes;
    },
  };
}

/** Whether two values of a column are the same. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Every row of a table by its key, which nobody else writes until the transaction ends. */
export function* allRows(engine: Engine, table: JournaledTable): Work<Map<string, StoredRow>> {
  const { key } = journaled(table);
  if (engine.name === "postgres") yield* run(sql`lock table ${sql.table(table)} in share row exclusive mode`);
  const rows = yield* all(sql<StoredRow>`select * from ${sql.table(table)} order by ${sql.ref(key)}`);
  return new Map(rows.map((row) => [String(row[key]), row]));
}

function changeOf(
  table: JournaledTable,
  key: string,
  before: StoredRow | null,
  after: StoredRow | null,
): RecordChange | null {
  if (before === null || after === null) return { table, key, before, after };
  const columns = Object.keys(after).filter((column) => !sameValue(before[column], after[column]));
  const { fares } = journaled(table);
  if (columns.every((column) => fares.includes(column))) return null;
  const pick = (row: StoredRow): StoredRow => Object.fromEntries(columns.map((column) => [column, row[column]]));
  return { table, key, before: pick(before), after: pick(after) };
}
