import type { Engine } from "#server/store/engine.ts";
import { undoAct } from "#server/store/journal-undo.ts";
import { isForOwners, readKept } from "#server/store/undo/undo-kinds.ts";
import { forgetUndo } from "#server/store/undo/forget-undo.ts";
import { entryOfRow, lockedJournalRow, markUndone, writeJournal } from "#server/store/journal-rows.ts";
import { mergedIds } from "#server/store/merged-records.ts";
import { turnsOf } from "#server/store/lead-turns.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { JournalStore } from "#server/store/journal-types.ts";
import { all, run } from "#server/store/work.ts";

/** What happened, newest first. */
export function journalStore(engine: Engine): JournalStore {
  const newestFirst = engine.build.selectFrom("journal").selectAll().orderBy("id", "desc");
  return {
    add: (entry, undo) => engine.transact(() => writeJournal(engine, entry, undo)),

    async retell(id, { title, description }) {
      if (!isRowId(id)) return;
      await engine.transact(() =>
        run(engine.build.updateTable("journal").set({ title, description }).where("id", "=", id)),
      );
    },

    async list(limit, cursor) {
      if (cursor !== undefined && !isRowId(cursor)) return [];
      const query = cursor === undefined ? newestFirst : newestFirst.where("id", "<", cursor);
      const rows = await engine.run(() => all(query.limit(limit)));
      return rows.map((row) => ({
        ...entryOfRow(row),
        isForOwners: row.undo !== null && isForOwners(readKept(row.undo)),
      }));
    },

    async ofLead(leadId, limit) {
      if (!isRowId(leadId)) return [];
      return engine.run(function* () {
        // With what happened to leads that were merged into it.
        const ids = [leadId, ...(yield* mergedIds(engine, leadId))];
        // An act on many leads is one entry, which names none of them.
        const acts = engine.build.selectFrom("act_changes").select("act_id").where("lead_id", "in", ids);
        const query = newestFirst.where((is) => is.or([is("lead_id", "in", ids), is("id", "in", acts)])).limit(limit);
        const entries = (yield* all(query)).map(entryOfRow);
        const turns = yield* turnsOf(leadId, limit);
        return [...entries, ...turns].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, limit);
      });
    },

    undo: (id, undoing) => undoAct(engine, id, undoing),

    markUndone: (id, undone) =>
      engine.transact(function* () {
        const act = yield* lockedJournalRow(engine, id);
        if (act === null || act.undone_at !== null) return false;
        yield* markUndone(engine, act, undone);
        return true;
      }),

    forgetUndo: (before, limit) => engine.transact(() => forgetUndo(engine, before, limit)),
  };
}
