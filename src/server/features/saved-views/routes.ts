import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import { changingAs } from "#server/features/accounts/access.ts";
import { changeView, deleteView, listViews, saveView } from "#server/features/saved-views/saved-views.ts";
import type { Workspace } from "#server/workspace.ts";

/** Saved views of the lead list. */
export function leadViewRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/lead-views", async ({ request }) => listViews(workspace, await changingAs(workspace, request)));

  actionRoute(app, "POST /api/lead-views", async ({ body, request }) =>
    saveView(workspace, await changingAs(workspace, request), body),
  );

  actionRoute(app, "PATCH /api/lead-views/{id}", async ({ params, body, request }) =>
    changeView(workspace, await changingAs(workspace, request), params.id, body),
  );

  actionRoute(app, "DELETE /api/lead-views/{id}", async ({ params, request }) =>
    deleteView(workspace, await changingAs(workspace, request), params.id),
  );
}
