import type { FastifyInstance } from "fastify";
import { answerAct } from "#server/api/answer-act.ts";
import { route } from "#server/api/route.ts";
import { changeView, deleteView, saveView } from "#server/workflows/leads/saved-views.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Saved views of the lead list. */
export function leadViewRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/lead-views", async () => workspace.store.savedViews.list());

  route(app, "POST /api/lead-views", async ({ body, reply }) => answerAct(reply, await saveView(workspace, body)));

  route(app, "PATCH /api/lead-views/{id}", async ({ params, body, reply }) =>
    answerAct(reply, await changeView(workspace, params.id, body)),
  );

  route(app, "DELETE /api/lead-views/{id}", async ({ params, reply }) => {
    answerAct(reply, await deleteView(workspace, params.id));
    return null;
  });
}
