import type { FastifyInstance } from "fastify";
import { actionRoute } from "#server/http/route.ts";
import { finishNextStep, removeNextStep, setNextStep } from "#server/features/next-steps/next-steps.ts";
import type { Workspace } from "#server/workspace.ts";

/** What to do next with a lead: set, move, remove, done. */
export function nextStepRoutes(app: FastifyInstance, workspace: Workspace): void {
  actionRoute(app, "PUT /api/leads/{id}/next-step", ({ params, body }) => setNextStep(workspace, params.id, body));

  actionRoute(app, "DELETE /api/leads/{id}/next-step", ({ params }) => removeNextStep(workspace, params.id));

  actionRoute(app, "POST /api/leads/{id}/next-step/done", ({ params }) => finishNextStep(workspace, params.id));
}
