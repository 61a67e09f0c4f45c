import type { QueryClient } from "@tanstack/react-query";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const crmConnectionsQuery = endpointQuery([...keys.webhooks, "crms"], "GET /api/crm-connections");

/** The fields and owners of the CRM. Not under the connections' key, whose every change would ask the CRM again. */
export function crmFieldsQuery(id: string) {
  return endpointQuery(["crm-fields", id], "GET /api/crm-connections/{id}/fields", { params: { id } });
}

/** The latest lead's values. */
export function crmPreviewQuery(id: string) {
  return endpointQuery([...keys.leads, "crm-preview", id], "GET /api/crm-connections/{id}/preview", { params: { id } });
}

export const createCrmConnection = endpointMutation("POST /api/crm-connections", refresh);
export const updateCrmConnection = endpointAction("PATCH /api/crm-connections/{id}", (client, { params: { id } }) => {
  void client.invalidateQueries({ queryKey: crmFieldsQuery(id).queryKey });
  return refresh(client);
});
export const deleteCrmConnection = endpointAction("DELETE /api/crm-connections/{id}", refresh);
export const testCrmConnection = endpointMutation("POST /api/crm-connections/test");
export const sendLeadToCrm = endpointMutation("POST /api/leads/{id}/crm/{connectionId}", (client, { params: { id } }) =>
  client.invalidateQueries({ queryKey: keys.leadDetail(id) }),
);

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.webhooks });
}
