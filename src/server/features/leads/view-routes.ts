import type { FastifyInstance } from "fastify";
import { answerAction } from "#server/http/answer-action.ts";
import { route } from "#server/http/route.ts";
import { withVersion } from "#server/features/journal/record-version.ts";
import { changeView, deleteView, saveView } from "#server/features/leads/saved-views.ts";
import type { Workspace } from "#server/workspace.ts";

/** Saved views of the lead list. */
export function leadViewRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/lead-views", async () =>
    (await workspace.store.savedViews.list()).map((view) => withVersion("savedView", view)),
  );

  route(app, "POST /api/lead-views", async ({ body, reply }) => answerAction(reply, await saveView(workspace, body)));

  route(app, "PATCH /api/lead-views/{id}", async ({ params, body, reply }) =>
    answerAction(reply, await changeView(workspace, params.id, body)),
  );

  route(app, "DELETE /api/lead-views/{id}", async ({ params, reply }) => {
    answerAction(reply, await deleteView(workspace, params.id));
    return null;
  });
}
