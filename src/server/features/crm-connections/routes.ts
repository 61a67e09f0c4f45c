import type { FastifyInstance } from "fastify";
import { answerAction } from "#server/http/answer-action.ts";
import { route } from "#server/http/route.ts";
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

  route(app, "POST /api/crm-connections", async ({ body, reply }) =>
    answerAction(reply, await createConnection(workspace, body)),
  );

  route(app, "POST /api/crm-connections/test", ({ body }) => testConnection(workspace, body));

  route(app, "PATCH /api/crm-connections/{id}", async ({ params, body, reply }) =>
    answerAction(reply, await updateConnection(workspace, params.id, body)),
  );

  route(app, "DELETE /api/crm-connections/{id}", async ({ params, reply }) => {
    answerAction(reply, await deleteConnection(workspace, params.id));
    return null;
  });

  route(app, "GET /api/crm-connections/{id}/fields", ({ params }) => listFields(workspace, params.id));

  route(app, "GET /api/crm-connections/{id}/preview", ({ params, query }) => previewLead(workspace, params.id, query));

  route(app, "POST /api/leads/{id}/crm/{connectionId}", ({ params }) =>
    sendLead(workspace, params.id, params.connectionId),
  );
}
