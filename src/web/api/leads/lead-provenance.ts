import { mutationOptions } from "@tanstack/react-query";
import type { ChosenValue } from "#shared/contract/leads/provenance.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { requestAction } from "#web/api/journal.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

/** Origins of a lead's values and other values seen. */
export function provenanceQuery(id: string) {
  return endpointQuery([...keys.leadDetail(id), "provenance"], "GET /api/leads/{id}/provenance", { params: { id } });
}

/** Uses another seen value for a field. Resolves to the action id for undo. */
export const pickValue = mutationOptions({
  mutationFn: ({ id, choice }: { id: string; choice: ChosenValue }) =>
    requestAction("POST /api/leads/{id}/provenance", { params: { id }, body: choice }),
  onSuccess: (_answer, _input, _result, { client }) => refreshLeads(client),
});
