import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { importRecords } from "#server/store/import-records.ts";
import { undoImportStep } from "#server/store/import-undo.ts";
import type { ImportStore } from "#server/store/import-types.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all, first, run } from "#server/store/work.ts";

/** Files that leads came from: the file while it is needed, how far it is, what it left out, and what it changed. */
export function importStore(engine: Engine): ImportStore {
  const { build } = engine;
  const imports = importRecords();
  const deleteParts = (id: string) => run(build.deleteFrom("import_parts").where("import_id", "=", id));

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
        yield* run(build.deleteFrom("import_rejects").where("import_id", "=", id));
        yield* run(build.deleteFrom("import_changes").where("import_id", "=", id));
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

    async countParts() {
      const counted = sql<{ count: number | string }>`select count(*) as count from import_parts`;
      return Number((await engine.run(() => first(counted)))?.count);
    },

    addPart(id, part, bytes) {
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return engine.transact(() => run(build.insertInto("import_parts").values({ import_id: id, part, content })));
    },

    async part(id, part) {
      if (!isRowId(id)) return null;
      const found = build.selectFrom("import_parts").select("content").where("import_id", "=", id);
      return (await engine.run(() => first(found.where("part", "=", part))))?.content ?? null;
    },

    async removeParts(id) {
      if (isRowId(id)) await engine.transact(() => deleteParts(id));
    },

    async rejected(id, afterRow, limit) {
      if (!isRowId(id)) return [];
      const found = build.selectFrom("import_rejects").selectAll().where("import_id", "=", id);
      const page = found.where("row_number", ">", afterRow).orderBy("row_number").limit(limit);
      return (await engine.run(() => all(page))).map((row) => ({
        row: row.row_number,
        cells: JSON.parse(row.cells) as string[],
        reason: row.reason,
      }));
    },

    undoStep: (id, limit, undoing) => undoImportStep(engine, id, limit, undoing),
  };
}
