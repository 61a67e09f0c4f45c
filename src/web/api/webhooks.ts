import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { NewWebhookEndpoint, WebhookEndpointUpdate } from "#shared/contract/webhook-endpoint.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";

export const webhookEndpointsQuery = endpointQuery(keys.webhooks, "GET /api/webhook-endpoints");

/** An endpoint's latest deliveries, newest first. */
export function deliveriesQuery(id: string) {
  return endpointQuery([...keys.webhooks, "deliveries", id], "GET /api/webhook-endpoints/{id}/deliveries", {
    params: { id },
  });
}

export const createWebhookEndpoint = mutationOptions({
  mutationFn: (body: NewWebhookEndpoint) => requestAction("POST /api/webhook-endpoints", { body }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const updateWebhookEndpoint = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: WebhookEndpointUpdate }) =>
    requestAction("PATCH /api/webhook-endpoints/{id}", { params: { id }, body: change }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const deleteWebhookEndpoint = mutationOptions({
  mutationFn: (id: string) => requestAction("DELETE /api/webhook-endpoints/{id}", { params: { id } }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const testWebhookEndpoint = mutationOptions({
  mutationFn: (id: string) => request("POST /api/webhook-endpoints/{id}/test", { params: { id } }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const rotateWebhookSecret = mutationOptions({
  mutationFn: (id: string) => request("POST /api/webhook-endpoints/{id}/rotate-secret", { params: { id } }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const replayDelivery = mutationOptions({
  mutationFn: ({ id, deliveryId }: { id: string; deliveryId: string }) =>
    request("POST /api/webhook-endpoints/{id}/deliveries/{deliveryId}/replay", { params: { id, deliveryId } }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.webhooks });
}
