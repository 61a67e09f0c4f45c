import type { Engine } from "#server/store/engine.ts";
import { writeJournal } from "#server/store/journal-rows.ts";
import { journaled } from "#server/store/journaled-tables.ts";
import { recordChanges, type RecordChange } from "#server/store/record-changes.ts";
import { recordWrites, type Records } from "#server/store/records.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import type { Work } from "#server/store/work.ts";

/** What the journal is told of an act; where that depends on what was done, made of it. */
export type ActEntry<T> = NewJournalEntry | ((done: T) => NewJournalEntry);

/** `actId` takes the act back; null when nothing changed, which the journal is not told of. */
export interface Acted<T> {
  done: T;
  actId: string | null;
}

/**
 * Changes records for a person, any number of them in one transaction, with one entry in the journal that keeps what
 * taking all of it back needs. PostgreSQL may have the transaction begin anew, and `write` then runs once more.
 */
export function actOnRecords<T>(
  engine: Engine,
  entry: ActEntry<T>,
  write: (records: Records) => Work<T>,
): Promise<Acted<T>> {
  return engine.transact(function* () {
    const { done, changes } = yield* writtenRecords(engine, write);
    if (changes.length === 0) return { done, actId: null };
    const told = typeof entry === "function" ? entry(done) : entry;
    yield* keepOfRemoved(engine, changes, told.at);
    return { done, actId: yield* writeJournal(engine, told, { kind: "records", changes }) };
  });
}

/** Writes records, and answers what that changed. */
export function* writtenRecords<T>(
  engine: Engine,
  write: (records: Records) => Work<T>,
): Work<{ done: T; changes: RecordChange[] }> {
  const { watch, found } = recordChanges(engine);
  const done = yield* write(recordWrites(engine, watch));
  return { done, changes: yield* found() };
}

function* keepOfRemoved(engine: Engine, changes: readonly RecordChange[], at: string): Work<void> {
  for (const { table, key, after } of changes) {
    const { removed } = journaled(table);
    if (after === null && removed !== undefined) yield* removed(engine, key, at);
  }
}
