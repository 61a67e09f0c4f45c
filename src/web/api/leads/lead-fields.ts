import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

export const createLeadField = endpointAction("POST /api/lead-fields", refreshFields);
export const updateLeadField = endpointAction("PATCH /api/lead-fields/{id}", refreshFields);
export const deleteLeadField = endpointAction("DELETE /api/lead-fields/{id}", refreshFields);

/** What moving a detail of leads into a field would do. */
export function promotionQuery(id: string, detail: string) {
  return queryOptions({
    ...endpointQuery([...keys.leadFields, id, detail], "GET /api/lead-fields/{id}/promotion", {
      params: { id },
      query: { detail },
    }),
    // Reading all leads takes a while, and they may have changed.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Moves a detail of all leads into a field. */
export const promoteDetail = endpointMutation("POST /api/lead-fields/{id}/promotion", refreshFields);

/** What another type of a field would do. */
export function conversionQuery(id: string, kind: FieldKind, options: readonly string[]) {
  return queryOptions({
    queryKey: [...keys.leadFields, id, kind, options],
    queryFn: ({ signal }) =>
      request("GET /api/lead-fields/{id}/conversion", {
        params: { id },
        query: { kind, options: options.join(";") },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Changes the type of a field and converts its values. */
export const convertLeadField = endpointMutation("POST /api/lead-fields/{id}/conversion", refreshFields);

/** Moves a field's values to the leads' other details. */
export const demoteField = endpointMutation("POST /api/lead-fields/{id}/demotion", refreshFields);

/** Sets values of custom fields on a lead. */
export const setFieldValues = endpointAction("PATCH /api/leads/{id}", refreshLeads);

function refreshFields(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.leadFields });
  refreshLeads(client);
}
