import type { QueryClient } from "@tanstack/react-query";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const webhookEndpointsQuery = endpointQuery(keys.webhooks, "GET /api/webhook-endpoints");

/** An endpoint's latest deliveries, newest first. */
export function deliveriesQuery(id: string) {
  return endpointQuery([...keys.webhooks, "deliveries", id], "GET /api/webhook-endpoints/{id}/deliveries", {
    params: { id },
  });
}

export const createWebhookEndpoint = endpointMutation("POST /api/webhook-endpoints", refresh);
export const updateWebhookEndpoint = endpointAction("PATCH /api/webhook-endpoints/{id}", refresh);
export const deleteWebhookEndpoint = endpointAction("DELETE /api/webhook-endpoints/{id}", refresh);
export const testWebhookEndpoint = endpointMutation("POST /api/webhook-endpoints/{id}/test", refresh);
export const rotateWebhookSecret = endpointMutation("POST /api/webhook-endpoints/{id}/rotate-secret", refresh);
export const replayDelivery = endpointMutation(
  "POST /api/webhook-endpoints/{id}/deliveries/{deliveryId}/replay",
  refresh,
);

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.webhooks });
}
