import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import {
  dismissQuestion,
  editQuestion,
  followUpOf,
  followUpsOf,
  stopFollowUps,
} from "#server/features/follow-ups/follow-ups.ts";
import { askNow } from "#server/features/follow-ups/ask-now.ts";
import { liftSuppression, suppressionOfLead } from "#server/features/follow-ups/suppression.ts";
import type { Workspace } from "#server/workspace.ts";

/** Questions to leads, and whether they may be emailed. */
export function followUpRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/leads/{id}/follow-ups", async ({ params }) => followUpsOf(workspace, params.id));

  actionRoute(app, "PATCH /api/leads/{id}/follow-ups/{questionId}", ({ params, body }) =>
    editQuestion(workspace, params.id, params.questionId, body.question),
  );

  route(app, "POST /api/leads/{id}/follow-ups/{questionId}/send", async ({ params, query }) => {
    await askNow(workspace, params.id, params.questionId, { withOthers: query.questions === "all" });
    return followUpOf(workspace, params.id, params.questionId);
  });

  actionRoute(app, "POST /api/leads/{id}/follow-ups/{questionId}/dismiss", ({ params }) =>
    dismissQuestion(workspace, params.id, params.questionId),
  );

  actionRoute(app, "POST /api/leads/{id}/follow-ups/stop", ({ params }) => stopFollowUps(workspace, params.id));

  route(app, "GET /api/leads/{id}/suppression", async ({ params }) => ({
    suppression: await suppressionOfLead(workspace, params.id),
  }));

  route(app, "POST /api/leads/{id}/suppression/lift", async ({ params, body }) => {
    await liftSuppression(workspace, params.id, body.reason);
    return { suppression: await suppressionOfLead(workspace, params.id) };
  });
}
