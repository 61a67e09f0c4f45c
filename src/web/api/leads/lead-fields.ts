import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import type {
  FieldConversion,
  FieldValuesPatch,
  LeadFieldUpdate,
  NewLeadField,
} from "#shared/contract/leads/lead-field.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

export const createLeadField = mutationOptions({
  mutationFn: (body: NewLeadField) => requestAction("POST /api/lead-fields", { body }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshFields(client),
});

export const updateLeadField = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: LeadFieldUpdate }) =>
    requestAction("PATCH /api/lead-fields/{id}", { params: { id }, body: change }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshFields(client),
});

export const deleteLeadField = mutationOptions({
  mutationFn: (id: string) => requestAction("DELETE /api/lead-fields/{id}", { params: { id } }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshFields(client),
});

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
export const promoteDetail = mutationOptions({
  mutationFn: ({ id, detail }: { id: string; detail: string }) =>
    request("POST /api/lead-fields/{id}/promotion", { params: { id }, body: { detail } }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshFields(client),
});

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
export const convertLeadField = mutationOptions({
  mutationFn: ({ id, to }: { id: string; to: FieldConversion }) =>
    request("POST /api/lead-fields/{id}/conversion", { params: { id }, body: to }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshFields(client),
});

/** Moves a field's values to the leads' other details. */
export const demoteField = mutationOptions({
  mutationFn: (id: string) => request("POST /api/lead-fields/{id}/demotion", { params: { id } }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshFields(client),
});

/** Sets values of custom fields on a lead. */
export const setFieldValues = mutationOptions({
  mutationFn: ({ id, fields }: { id: string; fields: FieldValuesPatch }) =>
    requestAction("PATCH /api/leads/{id}", { params: { id }, body: { fields } }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshLeads(client),
});

function refreshFields(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.leadFields });
  refreshLeads(client);
}
