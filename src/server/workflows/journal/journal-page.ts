import type { JournalPage } from "#shared/contract/journal.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What happened, newest first, from below `cursor`, an answer's `nextCursor`. */
export async function journalPage(
  { store }: Pick<Workspace, "store">,
  limit: number = LIMITS.journal.pageSize,
  cursor?: string,
): Promise<JournalPage> {
  const found = await store.journal.list(limit + 1, cursor);
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
      undoable,
      leads,
      undoneLeads,
    }));
  return { acts, nextCursor: found.length > limit ? (acts.at(-1)?.id ?? null) : null };
}
