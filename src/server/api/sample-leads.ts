import type { FastifyInstance } from "fastify";
import { route } from "#server/api/route.ts";
import { addSample, countSample, removeSample } from "#server/workflows/sample-leads/sample-leads.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The sample that a new product can be tried with. */
export function sampleLeadRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/sample-leads", async () => countSample(workspace));

  route(app, "POST /api/sample-leads", async () => addSample(workspace));

  route(app, "DELETE /api/sample-leads", async () => {
    await removeSample(workspace);
    return null;
  });
}
