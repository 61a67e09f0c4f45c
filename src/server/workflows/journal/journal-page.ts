import type { JournalPage, JournalQuery } from "#shared/contract/journal.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * What happened, newest first, from below `cursor`, an answer's `nextCursor`; what can be taken back by somebody who may,
 * or may not, change what only owners change.
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
