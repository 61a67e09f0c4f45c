import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { ChosenValue } from "#shared/contract/leads/provenance.ts";
import { request } from "#web/api/connection/client.ts";
import { requestAction } from "#web/api/journal.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

/** Origins of a lead's values and other values seen. */
export function provenanceQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.leadDetail(id), "provenance"],
    queryFn: ({ signal }) => request("GET /api/leads/{id}/provenance", { params: { id }, signal }),
  });
}

/** Uses another seen value for a field. Resolves to the action id for undo. */
export const pickValue = mutationOptions({
  mutationFn: ({ id, choice }: { id: string; choice: ChosenValue }) =>
    requestAction("POST /api/leads/{id}/provenance", { params: { id }, body: choice }),
  onSuccess: (_answer, _input, _result, { client }) => refreshLeads(client),
});
