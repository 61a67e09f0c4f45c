import type { FastifyInstance } from "fastify";
import type { JournalPage, JournalQuery } from "#shared/contract/journal.ts";
import { LIMITS } from "#shared/limits.ts";
import { changingAs } from "#server/features/accounts/access.ts";
import { route } from "#server/http/route.ts";
import { undoAction } from "#server/features/history/undo-action.ts";
import type { Workspace } from "#server/workspace.ts";
import { acting } from "#server/platform/acting.ts";
import type { Undoer } from "#server/db/engine/table.ts";

/** History and undo. */
export function journalRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/journal", async ({ query, request }) =>
    journalPage(workspace, query, await changingAs(workspace, request)),
  );

  route(app, "POST /api/journal/{id}/undo", async ({ params, request }) =>
    undoAction(workspace, params.id, { by: request.acting.by, ...(await changingAs(workspace, request)) }),
  );
}

/**
 * The history, newest first, from below `cursor` (an answer's `nextCursor`), with what can be undone by a caller who
 * may undo.
 */
async function journalPage(
  { store }: Pick<Workspace, "store">,
  { limit = LIMITS.journal.pageSize, cursor }: JournalQuery,
  who: Undoer,
): Promise<JournalPage> {
  const { sight } = acting();
  const found = await store.journal.list(limit + 1, cursor, who);
  const acts = found.slice(0, limit).map(({ leads = null, undoneLeads = 0, ...act }) => ({
    ...act,
    // Of an action on many leads, the caller may see only some.
    undoable: act.undoable && (sight === undefined || leads === null || act.by === sight.username),
    leads,
    undoneLeads,
  }));
  return { acts, nextCursor: found.length > limit ? (acts.at(-1)?.id ?? null) : null };
}
