import type { Engine } from "#server/db/engine/engine.ts";
import type { RecordTable } from "#server/db/engine/record-table.ts";

/** A record table's reads and writes, each in its own transaction. */
export interface RecordStore<R extends { id: string }> {
  list(): Promise<R[]>;
  get(id: string): Promise<R | null>;
  create(record: Omit<R, "id">): Promise<R>;
  /** Null when there is no such record. */
  update(id: string, patch: Partial<Omit<R, "id">>): Promise<R | null>;
  remove(id: string): Promise<boolean>;
}

export function recordStore<R extends { id: string }>(
  engine: Engine,
  records: Pick<RecordTable<R>, keyof RecordStore<R>>,
): RecordStore<R> {
  return {
    list: () => engine.run(() => records.list()),
    get: (id) => engine.run(() => records.get(id)),
    create: (record) => engine.transact(() => records.create(record)),
    update: (id, patch) => engine.transact(() => records.update(id, patch)),
    remove: (id) => engine.transact(() => records.remove(id)),
  };
}
