import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import {
  createConnection,
  deleteConnection,
  listConnections,
  listFields,
  previewLead,
  sendLead,
  testConnection,
  updateConnection,
} from "#server/features/crm-connections/crm-connections.ts";
import type { Workspace } from "#server/workspace.ts";

/** CRMs that leads are sent to. */
export function crmConnectionRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/crm-connections", () => listConnections(workspace));

  actionRoute(app, "POST /api/crm-connections", ({ body }) => createConnection(workspace, body));

  route(app, "POST /api/crm-connections/test", ({ body }) => testConnection(workspace, body));

  actionRoute(app, "PATCH /api/crm-connections/{id}", ({ params, body }) =>
    updateConnection(workspace, params.id, body),
  );

  actionRoute(app, "DELETE /api/crm-connections/{id}", ({ params }) => deleteConnection(workspace, params.id));

  route(app, "GET /api/crm-connections/{id}/fields", ({ params }) => listFields(workspace, params.id));

  route(app, "GET /api/crm-connections/{id}/preview", ({ params, query }) => previewLead(workspace, params.id, query));

  route(app, "POST /api/leads/{id}/crm/{connectionId}", ({ params }) =>
    sendLead(workspace, params.id, params.connectionId),
  );
}
