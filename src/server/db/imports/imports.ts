import type { Engine } from "#server/db/engine/engine.ts";
import {
  type ImportRecord,
  IMPORTS,
  REJECT_CODEC,
  type RejectedRow,
  SEEN_OF_IMPORTS,
} from "#server/db/imports/import-records.ts";
import { forgetRowsOfFile, undoImportStep } from "#server/db/imports/import-changes.ts";
import { all, countRows, first, isRowId, run, sql } from "#server/db/engine/sql.ts";
import type { StoredRow, Table } from "#server/db/engine/table.ts";
import { despiteConflicts } from "#server/db/engine/lead-conflict.ts";
import { rewriteJournal } from "#server/db/journal/journal-rows.ts";
import type { Undoing } from "#server/db/journal/undo-kind.ts";
import { recordTable } from "#server/db/engine/record-table.ts";

export const IMPORT_PARTS: Table = {
  name: "import_parts",
  backup: "all",
  seen: SEEN_OF_IMPORTS,
  people: {
    kind: "Uploaded files",
    key: ["import_id", "part"],
    texts: [],
    opened: { where: "true", text: ({ content }) => (content as Buffer).toString("latin1") },
    hidden: ["content"],
    ofPerson: "delete",
  },
};

/** Import files while they are needed, with each import's progress, rejected rows and changes. */
export function importStore(engine: Engine) {
  const imports = recordTable(IMPORTS);
  const deleteParts = (id: string) => run(sql`delete from import_parts where import_id = ${id}`);

  return {
    /** Newest first. */
    list: (limit: number) => engine.run(() => imports.find(sql`order by id desc limit ${limit}`)),
    get: (id: string) => engine.run(() => imports.get(id)),
    create: (record: Omit<ImportRecord, "id">) => engine.transact(() => imports.create(record)),
    update: (id: string, patch: Partial<Omit<ImportRecord, "id" | "createdAt">>) =>
      engine.transact(() => imports.update(id, patch)),

    /**
     * Records the end of work on an import, and its words in the history. Null if the import is no longer in one of these
     * states.
     */
    end: (
      id: string,
      from: readonly ImportRecord["state"][],
      patch: Partial<Omit<ImportRecord, "id" | "createdAt">>,
      words: Parameters<typeof rewriteJournal>[1] | null,
    ) =>
      engine.transact(function* () {
        const record = yield* imports.one(sql`where id = ${id} ${engine.sql.forUpdate}`);
        if (record === null || !from.includes(record.state)) return null;
        if (record.actId !== null && words !== null) yield* rewriteJournal(record.actId, words);
        return yield* imports.update(id, patch);
      }),

    /** Also deletes its file and rejected rows; the leads stay. */
    remove: (id: string) =>
      engine.transact(function* () {
        const existed = yield* imports.remove(id);
        if (!existed) return false;
        yield* deleteParts(id);
        yield* run(sql`delete from import_rejects where import_id = ${id}`);
        yield* run(sql`delete from import_changes where import_id = ${id}`);
        return true;
      }),

    /** Imports in state `running` or `undoing`: in progress, or left by a process that ended. */
    unfinished: () => engine.run(() => imports.find(sql`where state in ('running', 'undoing') order by id`)),

    /** Imports that still have a file and saw no activity since: never started, or interrupted before then. */
    leftSince: (at: string) =>
      engine.run(() =>
        imports.find(sql`
          where state in ('ready', 'interrupted') and coalesce(finished_at, created_at) < ${at}
            and exists (select 1 from import_parts where import_id = imports.id)
          order by id`),
      ),

    /** How many file parts are stored. */
    countParts: () => engine.run(() => countRows(sql`from import_parts`)),

    /** Adds the next part of the file; `part` counts from 0. */
    addPart(id: string, part: number, bytes: Uint8Array): Promise<void> {
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return engine.transact(() =>
        run(sql`insert into import_parts (import_id, part, content) values (${id}, ${part}, ${content})`),
      );
    },

    async part(id: string, part: number): Promise<Uint8Array | null> {
      if (!isRowId(id)) return null;
      const found = sql<{
        content: Buffer;
      }>`select content from import_parts where import_id = ${id} and part = ${part}`;
      return (await engine.run(() => first(found)))?.content ?? null;
    },

    /** Deletes the file once it is no longer needed, with the rows that the record shows of it. */
    async removeParts(id: string): Promise<void> {
      if (!isRowId(id)) return;
      await engine.transact(function* () {
        yield* deleteParts(id);
        yield* forgetRowsOfFile(engine, id);
      });
    },

    /** Rejected rows in file order, after row `afterRow`. */
    async rejected(id: string, afterRow: number, limit: number): Promise<RejectedRow[]> {
      if (!isRowId(id)) return [];
      const page = sql<StoredRow>`
        select * from import_rejects where import_id = ${id} and row_number > ${afterRow}
        order by row_number limit ${limit}`;
      return (await engine.run(() => all(page))).map(REJECT_CODEC.toRecord);
    },

    /**
     * Undoes the import's next `limit` changes in one transaction: deletes leads it created without a tombstone, restores
     * leads it changed, and skips leads changed since. `rescore` scores restored leads by the current rules. The counts
     * are added to the record's `undo`.
     */
    undoStep: (id: string, limit: number, undoing: Undoing) =>
      despiteConflicts(() => engine.transact(() => undoImportStep(engine, id, limit, undoing))),
  };
}
