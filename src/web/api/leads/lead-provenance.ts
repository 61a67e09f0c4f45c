import { mutationOptions } from "@tanstack/react-query";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

/** Origins of a lead's values and other values seen. */
export function provenanceQuery(id: string) {
  return endpointQuery([...keys.leadDetail(id), "provenance"], "GET /api/leads/{id}/provenance", { params: { id } });
}

/** Uses another seen value for a field. Resolves to the action id for undo. */
export const pickValue = mutationOptions({
  ...endpointAction("POST /api/leads/{id}/provenance"),
  onSuccess: (_answer, _input, _result, { client }) => refreshLeads(client),
});
