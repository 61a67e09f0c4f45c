import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import { addTag, changeTag, deleteTag, listTags, mergeTag } from "#server/features/tags/tags.ts";
import type { Workspace } from "#server/workspace.ts";

/** Tags of leads. */
export function tagRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/tags", async () => listTags(workspace));

  actionRoute(app, "POST /api/tags", ({ body }) => addTag(workspace, body));

  actionRoute(app, "PATCH /api/tags/{id}", ({ params, body }) => changeTag(workspace, params.id, body));

  actionRoute(app, "POST /api/tags/{id}/merge", ({ params, body }) => mergeTag(workspace, params.id, body.into));

  actionRoute(app, "DELETE /api/tags/{id}", ({ params }) => deleteTag(workspace, params.id));
}
