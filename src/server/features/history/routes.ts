import type { FastifyInstance } from "fastify";
import { changingAs } from "#server/features/accounts/access.ts";
import { route } from "#server/http/route.ts";
import { journalPage } from "#server/features/history/journal-page.ts";
import { undoAction } from "#server/features/history/undo-action.ts";
import type { Workspace } from "#server/workspace.ts";

/** History and undo. */
export function journalRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/journal", async ({ query, request }) =>
    journalPage(workspace, query, await changingAs(workspace, request)),
  );

  route(app, "POST /api/journal/{id}/undo", async ({ params, request }) =>
    undoAction(workspace, params.id, { by: request.acting.by, ...(await changingAs(workspace, request)) }),
  );
}
