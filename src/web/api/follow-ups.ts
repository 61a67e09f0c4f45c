import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

export function followUpsQuery(leadId: string) {
  return endpointQuery(keys.followUps(leadId), "GET /api/leads/{id}/follow-ups", { params: { id: leadId } });
}

/** Why a lead isn't contacted. */
export function suppressionQuery(leadId: string) {
  return endpointQuery(keys.suppression(leadId), "GET /api/leads/{id}/suppression", { params: { id: leadId } });
}

/** Sends a question now, or with the query the lead's other drafted questions too. Failed sends are recorded as well. */
export const sendQuestion = endpointMutation("POST /api/leads/{id}/follow-ups/{questionId}/send", refreshLeads);

export const editQuestion = mutationOptions({
  ...endpointAction("PATCH /api/leads/{id}/follow-ups/{questionId}"),
  onSuccess: (_answer, { params: { id } }, _result, { client }) => refreshFollowUps(client, id),
});

export const dismissQuestion = mutationOptions({
  ...endpointAction("POST /api/leads/{id}/follow-ups/{questionId}/dismiss"),
  onSuccess: (_answer, { params: { id } }, _result, { client }) => refreshFollowUps(client, id),
});

export const stopFollowUps = mutationOptions({
  ...endpointAction("POST /api/leads/{id}/follow-ups/stop"),
  onSuccess: (_answer, _input, _result, { client }) => refreshLeads(client),
});

export const liftSuppression = mutationOptions({
  ...endpointMutation("POST /api/leads/{id}/suppression/lift"),
  onSuccess: (answer, { params: { id } }, _result, { client }) => {
    client.setQueryData(keys.suppression(id), answer);
    return refreshFollowUps(client, id);
  },
});

function refreshFollowUps(client: QueryClient, leadId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.leadDetail(leadId) });
}
