import type { Engine } from "#server/db/engine/engine.ts";
import { importRecords, SEEN_OF_IMPORTS } from "#server/db/imports/import-records.ts";
import { undoImportStep } from "#server/db/imports/import-undo.ts";
import type { ImportStore } from "#server/db/imports/import-types.ts";
import { isRowId } from "#server/db/engine/row-id.ts";
import { sql } from "#server/db/engine/sql.ts";
import { all, countRows, first, run } from "#server/db/engine/work.ts";
import type { Table } from "#server/db/engine/table.ts";

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
    mentioning: "delete",
  },
};

/** Import files while they are needed, with each import's progress, rejected rows and changes. */
export function importStore(engine: Engine): ImportStore {
  const imports = importRecords();
  const deleteParts = (id: string) => run(sql`delete from import_parts where import_id = ${id}`);

  return {
    list: (limit) => engine.run(() => imports.find(sql`order by id desc limit ${limit}`)),
    get: (id) => engine.run(() => imports.get(id)),
    create: (record) => engine.transact(() => imports.create(record)),
    update: (id, patch) => engine.transact(() => imports.update(id, patch)),

    remove: (id) =>
      engine.transact(function* () {
        const existed = yield* imports.remove(id);
        if (!existed) return false;
        yield* deleteParts(id);
        yield* run(sql`delete from import_rejects where import_id = ${id}`);
        yield* run(sql`delete from import_changes where import_id = ${id}`);
        return true;
      }),

    unfinished: () => engine.run(() => imports.find(sql`where state in ('running', 'undoing') order by id`)),

    leftSince: (at) =>
      engine.run(() =>
        imports.find(sql`
          where state in ('ready', 'interrupted') and coalesce(finished_at, created_at) < ${at}
            and exists (select 1 from import_parts where import_id = imports.id)
          order by id`),
      ),

    countParts: () => engine.run(() => countRows(sql`from import_parts`)),

    addPart(id, part, bytes) {
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return engine.transact(() =>
        run(sql`insert into import_parts (import_id, part, content) values (${id}, ${part}, ${content})`),
      );
    },

    async part(id, part) {
      if (!isRowId(id)) return null;
      const found = sql<{
        content: Buffer;
      }>`select content from import_parts where import_id = ${id} and part = ${part}`;
      return (await engine.run(() => first(found)))?.content ?? null;
    },

    async removeParts(id) {
      if (isRowId(id)) await engine.transact(() => deleteParts(id));
    },

    async rejected(id, afterRow, limit) {
      if (!isRowId(id)) return [];
      const page = sql<{ row_number: number; cells: string; reason: string }>`
        select row_number, cells, reason from import_rejects where import_id = ${id} and row_number > ${afterRow}
        order by row_number limit ${limit}`;
      return (await engine.run(() => all(page))).map((row) => ({
        row: row.row_number,
        cells: JSON.parse(row.cells) as string[],
        reason: row.reason,
      }));
    },

    undoStep: (id, limit, undoing) => undoImportStep(engine, id, limit, undoing),
  };
}
