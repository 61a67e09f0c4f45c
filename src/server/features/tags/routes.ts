import type { FastifyInstance } from "fastify";
import { answerAction } from "#server/http/answer-action.ts";
import { route } from "#server/http/route.ts";
import { addTag, changeTag, deleteTag, listTags, mergeTag } from "#server/features/tags/tags.ts";
import type { Workspace } from "#server/workspace.ts";

/** Tags of leads. */
export function tagRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/tags", async () => listTags(workspace));

  route(app, "POST /api/tags", async ({ body, reply }) => answerAction(reply, await addTag(workspace, body)));

  route(app, "PATCH /api/tags/{id}", async ({ params, body, reply }) =>
    answerAction(reply, await changeTag(workspace, params.id, body)),
  );

  route(app, "POST /api/tags/{id}/merge", async ({ params, body, reply }) =>
    answerAction(reply, await mergeTag(workspace, params.id, body.into)),
  );

  route(app, "DELETE /api/tags/{id}", async ({ params, reply }) => {
    answerAction(reply, await deleteTag(workspace, params.id));
    return null;
  });
}
