import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { CrmConnectionTest, CrmConnectionUpdate, NewCrmConnection } from "#shared/contract/crm-connection.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";

export const crmConnectionsQuery = endpointQuery([...keys.webhooks, "crms"], "GET /api/crm-connections");

/** The fields and owners of the CRM. Not under the connections' key, whose every change would ask the CRM again. */
export function crmFieldsQuery(id: string) {
  return endpointQuery(["crm-fields", id], "GET /api/crm-connections/{id}/fields", { params: { id } });
}

/** The latest lead's values. */
export function crmPreviewQuery(id: string) {
  return endpointQuery([...keys.leads, "crm-preview", id], "GET /api/crm-connections/{id}/preview", { params: { id } });
}

export const createCrmConnection = mutationOptions({
  mutationFn: (body: Pick<NewCrmConnection, "kind" | "site" | "clientId" | "secret">) =>
    requestAction("POST /api/crm-connections", { body }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const updateCrmConnection = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: CrmConnectionUpdate }) =>
    requestAction("PATCH /api/crm-connections/{id}", { params: { id }, body: change }),
  onSettled: (_data, _error, { id }, _result, { client }) => {
    void client.invalidateQueries({ queryKey: crmFieldsQuery(id).queryKey });
    return refresh(client);
  },
});

export const deleteCrmConnection = mutationOptions({
  mutationFn: (id: string) => requestAction("DELETE /api/crm-connections/{id}", { params: { id } }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const testCrmConnection = mutationOptions({
  mutationFn: (body: Pick<CrmConnectionTest, "kind" | "site" | "clientId" | "secret" | "id">) =>
    request("POST /api/crm-connections/test", { body }),
});

export const sendLeadToCrm = mutationOptions({
  mutationFn: ({ id, connectionId }: { id: string; connectionId: string }) =>
    request("POST /api/leads/{id}/crm/{connectionId}", { params: { id, connectionId } }),
  onSettled: (_data, _error, { id }, _result, { client }) =>
    client.invalidateQueries({ queryKey: keys.leadDetail(id) }),
});

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.webhooks });
}
