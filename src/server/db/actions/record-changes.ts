import type { Engine } from "#server/db/engine/engine.ts";
import { isUndoable, recordWrites, undoableTable, type Records } from "#server/db/actions/nouns.ts";
import type { ChangedBy, StoredRow } from "#server/db/engine/table.ts";
import { all, run, sql, type Work } from "#server/db/engine/sql.ts";
import type { ChangeTopic } from "#shared/contract/event.ts";
import { writeJournal } from "#server/db/journal/journal-rows.ts";
import type { Acted, EntryFor } from "#server/db/journal/journal-entry.ts";

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
function recordChanges(engine: Engine) {
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

/** An action on records, and what to announce: the topics of the tables it changed. */
export interface ActedRecords<T> extends Acted<T> {
  topics: readonly ChangeTopic[];
}

/**
 * Changes any number of records for a person in one transaction, with one journal entry that holds the undo data.
 * PostgreSQL may retry the transaction, which calls `write` again. `undoOf` makes the undo data.
 */
export function changeRecords<T>(
  engine: Engine,
  entry: EntryFor<T>,
  write: (records: Records) => Work<T>,
  undoOf: (changes: RecordChange[]) => object = (changes) => ({ kind: "records", changes }),
): Promise<ActedRecords<T>> {
  return engine.transact(function* () {
    const { done, changes } = yield* writtenRecords(engine, write);
    if (changes.length === 0) return { done, actId: null, topics: [] };
    const tables = new Set(changes.map(({ table }) => table));
    const topics = [...new Set([...tables].flatMap((table) => undoableTable(table).topics))];
    const journalEntry = typeof entry === "function" ? entry(done) : entry;
    yield* keepOfRemoved(engine, changes, journalEntry.at);
    return { done, actId: yield* writeJournal(journalEntry, undoOf(changes)), topics };
  });
}

/** Runs a write on records and returns its result with the changes it made. */
export function* writtenRecords<T>(
  engine: Engine,
  write: (records: Records) => Work<T>,
): Work<{ done: T; changes: RecordChange[] }> {
  const { watch, found } = recordChanges(engine);
  const done = yield* write(recordWrites(watch, engine));
  return { done, changes: yield* found() };
}

function* keepOfRemoved(engine: Engine, changes: readonly RecordChange[], at: string): Work<void> {
  for (const { table, key, after } of changes) {
    const { removed } = undoableTable(table);
    if (after === null && removed !== undefined) yield* removed(engine, key, at);
  }
}
