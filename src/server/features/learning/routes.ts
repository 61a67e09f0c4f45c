import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import { type DecisionLearning, dismissSuggestion } from "#server/features/learning/learning.ts";
import type { Workspace } from "#server/workspace.ts";

/** What the rules can learn from decisions. */
export function learningRoutes(app: FastifyInstance, workspace: Workspace, learning: DecisionLearning): void {
  route(app, "GET /api/learning", () => learning.read());

  actionRoute(app, "POST /api/learning/dismissals", ({ body }) =>
    dismissSuggestion(workspace, learning, body.suggestion),
  );
}
