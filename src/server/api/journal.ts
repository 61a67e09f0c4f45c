import type { FastifyInstance } from "fastify";
import { route } from "#server/api/route.ts";
import { undoAct } from "#server/workflows/leads/undo-act.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Acts that can be taken back. */
export function journalRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "POST /api/journal/{id}/undo", async ({ params }) => undoAct(workspace, params.id));
}
