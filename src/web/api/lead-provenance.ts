import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { ChosenValue } from "#shared/contract/provenance.ts";
import { request } from "#web/api/client.ts";
import { act } from "#web/api/journal.ts";
import { keys } from "#web/api/keys.ts";
import { refreshLeads } from "#web/api/leads.ts";

/** Where each value of a lead came from, and the others that were seen; read again whenever the lead is. */
export function provenanceQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.leadDetail(id), "provenance"],
    queryFn: ({ signal }) => request("GET /api/leads/{id}/provenance", { params: { id }, signal }),
  });
}

/** Makes another of the values seen a field's. Resolves to the act that undo takes back. */
export const pickValue = mutationOptions({
  mutationFn: ({ id, choice }: { id: string; choice: ChosenValue }) =>
    act("POST /api/leads/{id}/provenance", { params: { id }, body: choice }),
  onSuccess: (_answer, _input, _result, { client }) => refreshLeads(client),
});
