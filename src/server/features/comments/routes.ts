import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import { changingAs } from "#server/features/accounts/access.ts";
import { addComment, deleteComment, editComment, listComments } from "#server/features/comments/comments.ts";
import type { Workspace } from "#server/workspace.ts";

/** Comments on leads. */
export function commentRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/leads/{id}/comments", async ({ params, request }) =>
    listComments(workspace, await changingAs(workspace, request), params.id),
  );

  actionRoute(app, "POST /api/leads/{id}/comments", async ({ params, body, request }) =>
    addComment(workspace, await changingAs(workspace, request), params.id, body.text),
  );

  actionRoute(app, "PATCH /api/leads/{id}/comments/{commentId}", async ({ params, body, request }) => {
    const which = { leadId: params.id, id: params.commentId };
    return editComment(workspace, await changingAs(workspace, request), which, body.text);
  });

  actionRoute(app, "DELETE /api/leads/{id}/comments/{commentId}", async ({ params, request }) => {
    const which = { leadId: params.id, id: params.commentId };
    return deleteComment(workspace, await changingAs(workspace, request), which);
  });
}
