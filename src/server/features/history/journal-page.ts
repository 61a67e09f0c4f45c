import type { JournalPage, JournalQuery } from "#shared/contract/journal.ts";
import { LIMITS } from "#shared/limits.ts";
import { acting } from "#server/platform/acting.ts";
import type { Undoer } from "#server/db/engine/table.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * The history, newest first, from below `cursor` (an answer's `nextCursor`), with what can be undone by a caller who
 * may undo.
 */
export async function journalPage(
  { store }: Pick<Workspace, "store">,
  { limit = LIMITS.journal.pageSize, cursor }: JournalQuery,
  who: Undoer,
): Promise<JournalPage> {
  const { sight } = acting();
  const found = await store.journal.list(limit + 1, cursor, who);
  const acts = found
    .slice(0, limit)
    .map(({ id, kind, title, description, by, at, leadId, undoneAt, undoable, leads = null, undoneLeads = 0 }) => ({
      id,
      kind,
      title,
      description,
      by,
      at,
      leadId,
      undoneAt,
      // Of an action on many leads, the caller may see only some.
      undoable: undoable && (sight === undefined || leads === null || by === sight.username),
      leads,
      undoneLeads,
    }));
  return { acts, nextCursor: found.length > limit ? (acts.at(-1)?.id ?? null) : null };
}
