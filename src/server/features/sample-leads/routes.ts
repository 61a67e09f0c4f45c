import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import { addSample, countSample, removeSample } from "#server/features/sample-leads/sample-leads.ts";
import type { Workspace } from "#server/workspace.ts";

/** The sample for trying a new product. */
export function sampleLeadRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/sample-leads", async () => countSample(workspace));

  actionRoute(app, "POST /api/sample-leads", () => addSample(workspace));

  actionRoute(app, "DELETE /api/sample-leads", () => removeSample(workspace));
}
