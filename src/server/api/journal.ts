import type { FastifyInstance } from "fastify";
import { route } from "#server/api/route.ts";
import { journalPage } from "#server/workflows/journal/journal-page.ts";
import { undoAct } from "#server/workflows/journal/undo-act.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What happened, and taking it back. */
export function journalRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/journal", async ({ query }) => journalPage(workspace, query.limit, query.cursor));

  route(app, "POST /api/journal/{id}/undo", async ({ params }) => undoAct(workspace, params.id));
}
