import { acting } from "#server/platform/acting.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { ManyUndo } from "#server/db/journal/undo-kind.ts";
import { changeRecords, type ActedRecords } from "#server/db/actions/record-changes.ts";
import { checkInThread } from "#server/db/sqlite/check-in-thread.ts";
import type { Engine, PoolFigures } from "#server/db/engine/engine.ts";
import type { JobDelivery } from "#server/db/jobs/job-delivery.ts";
import { jobStore, type JobStore } from "#server/db/jobs/job-store.ts";
import type { EntryFor } from "#server/db/journal/journal-entry.ts";
import { journalStore } from "#server/db/actions/journal.ts";
import type { LeadsAddress } from "#server/db/lead-reader/leads-view.ts";
import { SCHEMA_VERSION } from "#server/db/migrations/list.ts";
import { schemaStateOf, type SchemaState } from "#server/db/migrations/pending-migrations.ts";
import { nounStores, type NounStores, type Records } from "#server/db/actions/nouns.ts";
import { observedEngine, type DatabaseTroubles } from "#server/db/observed-engine.ts";
import { peopleStore } from "#server/db/people/people.ts";
import { rehearsingEngine } from "#server/db/rehearsing-engine.ts";
import { sightedEngine } from "#server/db/sight/sighted-engine.ts";
import { sampleLeadStore } from "#server/db/actions/sample-leads.ts";
import { resealAll, sealedTexts } from "#server/db/actions/sealed-texts.ts";
import { all, exists, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";

/** The server's interface to the database, with the same behavior on both engines. All times are ISO 8601 UTC text. */
export interface Store extends NounStores {
  readonly engine: "sqlite" | "postgres";
  /** Where a separate thread reads the leads, with `openLeadReader`. */
  readonly leadsAddress: LeadsAddress;
  readonly jobs: JobStore;
  // These three work on the tables of all nouns.
  readonly journal: ReturnType<typeof journalStore>;
  readonly people: ReturnType<typeof peopleStore>;
  readonly sampleLeads: ReturnType<typeof sampleLeadStore>;
  /**
   * Changes records for a person in one transaction, journaled as one action. `write` may run more than once, because
   * PostgreSQL may restart the transaction.
   */
  readonly act: <T>(entry: EntryFor<T>, write: (records: Records) => Work<T>) => Promise<ActedRecords<T>>;
  /** The same for an action that goes on to change many leads, which one undo restores along with the records. */
  readonly beginMany: <T>(entry: EntryFor<T>, write: (records: Records) => Work<T>) => Promise<ActedRecords<T>>;
  /** Whether the caller sees the row of a table with this id; true for every row, even a missing one, if it sees all. */
  sees(table: string, id: string): Promise<boolean>;
  /** Re-encrypts every sealed secret, including those stored for undo, in one transaction. */
  resealAll(reseal: (sealed: string) => string): Promise<void>;
  sealedTexts(): Promise<string[]>;
  /** Rejects with store_unreachable when queries can't be answered. */
  ping(): Promise<void>;
  /** How the database schema compares to this program's. Rejects with store_unreachable. */
  schemaState(): Promise<SchemaState>;
  /** Notifies every process on this store of a change, including this one. */
  publish(message: string): Promise<void>;
  /**
   * Receives what any process published, including this one, and an empty message when some may have been missed.
   * Returns the function that unsubscribes.
   */
  subscribe(listener: (message: string) => void): () => void;
  /** Database problems derived from its errors. */
  troubles(): DatabaseTroubles;
  /** Reads a whole SQLite file. Does nothing on PostgreSQL, which has its own checks. Throws store_damaged. */
  check(signal: AbortSignal): Promise<void>;
  /** This process's PostgreSQL connections; null on SQLite. */
  connections(): PoolFigures | null;
  close(): Promise<void>;
}

interface OpenedStore {
  opened: Engine;
  clock: Clock;
  leadsAddress: LeadsAddress;
  unlock: () => void;
  deliveryOf: (engine: Engine) => JobDelivery;
}

/** Assembles the store of an opened database. */
export function storeOf({ opened, clock, leadsAddress, unlock, deliveryOf }: OpenedStore): Store {
  const { engine: observed, troubles, look } = observedEngine(opened, clock);
  const engine = sightedEngine(rehearsingEngine(observed));
  const jobs = jobStore(engine, clock, deliveryOf(engine));
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await jobs.close();
    await engine.close();
  };
  return {
    ...nounStores(engine),
    engine: engine.name,
    leadsAddress,
    jobs,
    journal: journalStore(engine),
    people: peopleStore(engine),
    sampleLeads: sampleLeadStore(engine),
    act: (entry, write) => changeRecords(engine, entry, write),
    beginMany: (entry, write) =>
      changeRecords(engine, entry, write, (records): ManyUndo => ({ kind: "many", leads: 0, records })),
    async sees(table, id) {
      if (acting().sight === undefined) return true;
      return isRowId(id) && engine.run(() => exists(sql`select 1 from ${sql.ref(table)} where id = ${id}`));
    },
    resealAll: (reseal) => engine.transact(() => resealAll(engine, reseal)),
    sealedTexts: () => engine.run(sealedTexts),
    async schemaState() {
      const applied = sql<{ version: number; name: string }>`
        select version, name from schema_versions order by version`;
      return schemaStateOf(await engine.run(() => all(applied)), SCHEMA_VERSION);
    },
    ping: () => engine.run(() => run(sql`select 1`)),
    publish: (message) => engine.publish(message),
    subscribe: (listener) => engine.subscribe(listener),
    troubles,
    async check(signal) {
      if (leadsAddress.engine === "sqlite") await look(() => checkInThread(leadsAddress.file, signal));
    },
    connections: () => engine.connections?.() ?? null,
    close: () => (closed ??= close().finally(unlock)),
  };
}
