import type { Engine } from "#server/db/engine/engine.ts";
import { isUndoable, undoableTable } from "#server/db/actions/nouns.ts";
import type { ChangedBy, StoredRow } from "#server/db/engine/table.ts";
import { all, run, sql, type Work } from "#server/db/engine/sql.ts";

/**
 * How an action changed a row: the full row if it was created or removed, else only the changed columns. Values are the
 * engine's own, and secrets among them are sealed.
 */
export interface RecordChange {
  table: string;
  key: string;
  before: StoredRow | null;
  after: StoredRow | null;
  /** Who may undo the change; absent if anyone may. */
  by?: ChangedBy;
}

/** Detects record changes in a transaction by comparing the tables, which are small, before and after. */
export function recordChanges(engine: Engine) {
  const watched = new Map<string, ReadonlyMap<string, StoredRow>>();
  return {
    /** Call before writing to a table. */
    *watch(this: void, table: string): Work<void> {
      if (!isUndoable(table) || watched.has(table)) return;
      watched.set(table, yield* allRows(engine, table));
    },

    /** The changes in the watched tables so far. */
    *found(this: void): Work<RecordChange[]> {
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

/** Whether two column values are equal. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** All rows of a table by key, locked against other writers until the transaction ends. */
export function* allRows(engine: Engine, table: string): Work<Map<string, StoredRow>> {
  const { key } = undoableTable(table);
  if (engine.name === "postgres") yield* run(sql`lock table ${sql.ref(table)} in share row exclusive mode`);
  const rows = yield* all(sql<StoredRow>`select * from ${sql.ref(table)} order by ${sql.ref(key)}`);
  return new Map(rows.map((row) => [String(row[key]), row]));
}

function changeOf(table: string, key: string, before: StoredRow | null, after: StoredRow | null): RecordChange | null {
  const { health, changedBy } = undoableTable(table);
  const states = [before, after].flatMap((row) => (row === null ? [] : (changedBy?.(row) ?? [])));
  const last = states.at(-1);
  const by = last && { by: { accountId: last.accountId, orOwners: states.every(({ orOwners }) => orOwners) } };
  if (before === null || after === null) return { table, key, before, after, ...by };
  const columns = Object.keys(after).filter((column) => !sameValue(before[column], after[column]));
  if (columns.every((column) => health.includes(column))) return null;
  const pick = (row: StoredRow): StoredRow => Object.fromEntries(columns.map((column) => [column, row[column]]));
  return { table, key, before: pick(before), after: pick(after), ...by };
}
