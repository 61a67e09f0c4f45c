import type { JournalPage, JournalQuery } from "#shared/contract/journal.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * The history, newest first, from below `cursor` (an answer's `nextCursor`), with what can be undone by a caller who
 * may, or may not, change what only owners change.
 */
export async function journalPage(
  { store }: Pick<Workspace, "store">,
  { limit = LIMITS.journal.pageSize, cursor, mayManage }: JournalQuery & { mayManage: boolean },
): Promise<JournalPage> {
  const found = await store.journal.list(limit + 1, cursor);
  const acts = found
    .slice(0, limit)
    .map(
      ({
        id,
        kind,
        title,
        description,
        by,
        at,
        leadId,
        undoneAt,
        undoable,
        isForOwners = false,
        leads = null,
        undoneLeads = 0,
      }) => ({
        id,
        kind,
        title,
        description,
        by,
        at,
        leadId,
        undoneAt,
        undoable: undoable && (mayManage || !isForOwners),
        leads,
        undoneLeads,
      }),
    );
  return { acts, nextCursor: found.length > limit ? (acts.at(-1)?.id ?? null) : null };
}
