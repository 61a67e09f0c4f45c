import type { QueryClient } from "@tanstack/react-query";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const hostedFormsQuery = endpointQuery(keys.hostedForms, "GET /api/hosted-forms");

export const createHostedForm = endpointMutation("POST /api/hosted-forms", refresh);
export const updateHostedForm = endpointAction("PATCH /api/hosted-forms/{id}", refresh);
export const deleteHostedForm = endpointAction("DELETE /api/hosted-forms/{id}", refresh);

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.hostedForms });
}
