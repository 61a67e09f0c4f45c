import type { FastifyInstance } from "fastify";
import { answerAct } from "#server/api/answer-act.ts";
import { route } from "#server/api/route.ts";
import { dismissSuggestion } from "#server/workflows/learning/dismiss-suggestion.ts";
import type { DecisionLearning } from "#server/workflows/learning/learning.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What people's decisions teach. */
export function learningRoutes(app: FastifyInstance, workspace: Workspace, learning: DecisionLearning): void {
  route(app, "GET /api/learning", () => learning.read());

  route(app, "POST /api/learning/dismissals", async ({ body, reply }) =>
    answerAct(reply, await dismissSuggestion(workspace, learning, body.suggestion)),
  );
}
