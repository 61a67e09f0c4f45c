import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { HostedFormUpdate, NewHostedForm } from "#shared/contract/hosted-form.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";

export const hostedFormsQuery = endpointQuery(keys.hostedForms, "GET /api/hosted-forms");

export const createHostedForm = mutationOptions({
  mutationFn: (body: NewHostedForm) => requestAction("POST /api/hosted-forms", { body }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const updateHostedForm = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: HostedFormUpdate }) =>
    requestAction("PATCH /api/hosted-forms/{id}", { params: { id }, body: change }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

export const deleteHostedForm = mutationOptions({
  mutationFn: (id: string) => requestAction("DELETE /api/hosted-forms/{id}", { params: { id } }),
  onSettled: (_data, _error, _input, _result, { client }) => refresh(client),
});

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.hostedForms });
}
