import type { Engine } from "#server/store/engine.ts";
import { undoAct } from "#server/store/journal-undo.ts";
import { entryOfRow, writeJournal } from "#server/store/journal-rows.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { JournalStore } from "#server/store/types.ts";
import { all } from "#server/store/work.ts";

/** What happened, newest first. */
export function journalStore(engine: Engine): JournalStore {
  const newestFirst = engine.build.selectFrom("journal").selectAll().orderBy("id", "desc");
  return {
    add: (entry) => engine.transact(() => writeJournal(engine, entry)),

    async list(limit, cursor) {
      if (cursor !== undefined && !isRowId(cursor)) return [];
      const query = cursor === undefined ? newestFirst : newestFirst.where("id", "<", cursor);
      return (await engine.run(() => all(query.limit(limit)))).map(entryOfRow);
    },

    async ofLead(leadId, limit) {
      if (!isRowId(leadId)) return [];
      // An act on many leads is one entry, which names none of them.
      const acts = engine.build.selectFrom("act_changes").select("act_id").where("lead_id", "=", leadId);
      const query = newestFirst.where((is) => is.or([is("lead_id", "=", leadId), is("id", "in", acts)])).limit(limit);
      return (await engine.run(() => all(query))).map(entryOfRow);
    },

    undo: (id, undoing) => undoAct(engine, id, undoing),
  };
}
