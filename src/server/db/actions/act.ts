import type { ChangeTopic } from "#shared/contract/event.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { writeJournal } from "#server/db/journal/journal-rows.ts";
import { recordChanges, type RecordChange } from "#server/db/actions/record-changes.ts";
import { recordWrites, undoableTable, type Records } from "#server/db/actions/nouns.ts";
import type { Acted, EntryFor } from "#server/db/journal/journal-entry.ts";
import type { Work } from "#server/db/engine/sql.ts";

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
