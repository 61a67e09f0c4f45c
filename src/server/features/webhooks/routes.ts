import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import {
  createEndpoint,
  deleteEndpoint,
  listDeliveries,
  listEndpoints,
  replayDelivery,
  rotateSecret,
  sendTest,
  updateEndpoint,
} from "#server/features/webhooks/webhook-endpoints.ts";
import type { Workspace } from "#server/workspace.ts";

/** Webhooks and chats that receive events, and their deliveries. */
export function webhookEndpointRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/webhook-endpoints", () => listEndpoints(workspace));

  actionRoute(app, "POST /api/webhook-endpoints", ({ body }) => createEndpoint(workspace, body));

  actionRoute(app, "PATCH /api/webhook-endpoints/{id}", ({ params, body }) =>
    updateEndpoint(workspace, params.id, body),
  );

  actionRoute(app, "DELETE /api/webhook-endpoints/{id}", ({ params }) => deleteEndpoint(workspace, params.id));

  route(app, "POST /api/webhook-endpoints/{id}/test", ({ params }) => sendTest(workspace, params.id));

  route(app, "POST /api/webhook-endpoints/{id}/rotate-secret", ({ params }) => rotateSecret(workspace, params.id));

  route(app, "GET /api/webhook-endpoints/{id}/deliveries", ({ params, query }) =>
    listDeliveries(workspace, params.id, query),
  );

  route(app, "POST /api/webhook-endpoints/{id}/deliveries/{deliveryId}/replay", ({ params }) =>
    replayDelivery(workspace, params.id, params.deliveryId),
  );
}
