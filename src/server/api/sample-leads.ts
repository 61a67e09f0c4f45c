import type { FastifyInstance } from "fastify";
import { answerAct } from "#server/api/answer-act.ts";
import { route } from "#server/api/route.ts";
import { addSample, countSample, removeSample } from "#server/workflows/sample-leads/sample-leads.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The sample that a new product can be tried with. */
export function sampleLeadRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/sample-leads", async () => countSample(workspace));

  route(app, "POST /api/sample-leads", async ({ reply }) => answerAct(reply, await addSample(workspace)));

  route(app, "DELETE /api/sample-leads", async ({ reply }) => {
    answerAct(reply, await removeSample(workspace));
    return null;
  });
}
