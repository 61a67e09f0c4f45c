import type { FastifyInstance } from "fastify";
import { answerAction } from "#server/http/answer-action.ts";
import { route } from "#server/http/route.ts";
import { changingAs } from "#server/features/accounts/access.ts";
import { addComment, deleteComment, editComment, listComments } from "#server/features/comments/comments.ts";
import type { Workspace } from "#server/workspace.ts";

/** Comments on leads. */
export function commentRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/leads/{id}/comments", async ({ params, request }) =>
    listComments(workspace, await changingAs(workspace, request), params.id),
  );

  route(app, "POST /api/leads/{id}/comments", async ({ params, body, request, reply }) =>
    answerAction(reply, await addComment(workspace, await changingAs(workspace, request), params.id, body.text)),
  );

  route(app, "PATCH /api/leads/{id}/comments/{commentId}", async ({ params, body, request, reply }) => {
    const which = { leadId: params.id, id: params.commentId };
    return answerAction(reply, await editComment(workspace, await changingAs(workspace, request), which, body.text));
  });

  route(app, "DELETE /api/leads/{id}/comments/{commentId}", async ({ params, request, reply }) => {
    const which = { leadId: params.id, id: params.commentId };
    answerAction(reply, await deleteComment(workspace, await changingAs(workspace, request), which));
    return null;
  });
}
