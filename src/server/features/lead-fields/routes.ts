import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import {
  addLeadField,
  changeLeadField,
  deleteLeadField,
  listLeadFields,
} from "#server/features/lead-fields/lead-fields.ts";
import type { Workspace } from "#server/workspace.ts";

/** Custom fields of leads. */
export function leadFieldRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/lead-fields", async () => listLeadFields(workspace));

  actionRoute(app, "POST /api/lead-fields", ({ body }) => addLeadField(workspace, body));

  actionRoute(app, "PATCH /api/lead-fields/{id}", ({ params, body }) => changeLeadField(workspace, params.id, body));

  actionRoute(app, "DELETE /api/lead-fields/{id}", ({ params }) => deleteLeadField(workspace, params.id));
}
