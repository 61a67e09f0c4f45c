import type { FastifyInstance } from "fastify";
import { answerAction } from "#server/http/answer-action.ts";
import { route } from "#server/http/route.ts";
import { addSample, countSample, removeSample } from "#server/features/sample-leads/sample-leads.ts";
import type { Workspace } from "#server/workspace.ts";

/** The sample for trying a new product. */
export function sampleLeadRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/sample-leads", async () => countSample(workspace));

  route(app, "POST /api/sample-leads", async ({ reply }) => answerAction(reply, await addSample(workspace)));

  route(app, "DELETE /api/sample-leads", async ({ reply }) => {
    answerAction(reply, await removeSample(workspace));
    return null;
  });
}
