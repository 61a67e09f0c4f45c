import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import { leadProvenance, pickValue } from "#server/features/provenance/lead-provenance.ts";
import type { Workspace } from "#server/workspace.ts";

/** Where a lead's values come from, and picking another value. */
export function leadProvenanceRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/leads/{id}/provenance", async ({ params }) => leadProvenance(workspace, params.id));

  actionRoute(app, "POST /api/leads/{id}/provenance", ({ params, body }) => pickValue(workspace, params.id, body));
}
