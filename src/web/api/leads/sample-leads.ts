import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

export const sampleLeadsQuery = endpointQuery(keys.sampleLeads, "GET /api/sample-leads");

/** Resolves to the new counts. */
export const addSampleLeads = mutationOptions({
  mutationKey: ["sample-leads", "add"],
  ...endpointAction("POST /api/sample-leads"),
  onSuccess: ({ data }, _nothing, _result, { client }) => {
    client.setQueryData(sampleLeadsQuery.queryKey, data);
    refreshAll(client);
  },
});

export const removeSampleLeads = mutationOptions({
  mutationKey: ["sample-leads", "remove"],
  ...endpointAction("DELETE /api/sample-leads"),
  onSuccess: (_nothing, _input, _result, { client }) => {
    client.setQueryData(sampleLeadsQuery.queryKey, { leads: 0, rules: 0 });
    refreshAll(client);
  },
});

function refreshAll(client: QueryClient): void {
  refreshLeads(client);
  void client.invalidateQueries({ queryKey: keys.rules });
}
