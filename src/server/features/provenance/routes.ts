import type { FastifyInstance } from "fastify";
import { JsonText, route } from "#server/http/route.ts";
import { leadProvenance, pickValue } from "#server/features/provenance/lead-provenance.ts";
import type { Workspace } from "#server/workspace.ts";

/** Where a lead's values come from, and picking another value. */
export function leadProvenanceRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/leads/{id}/provenance", async ({ params }) => leadProvenance(workspace, params.id));

  route(app, "POST /api/leads/{id}/provenance", async ({ params, body, reply }) => {
    const { json, actId } = await pickValue(workspace, params.id, body);
    if (actId !== null) reply.header("x-act-id", actId);
    return new JsonText(json);
  });
}
