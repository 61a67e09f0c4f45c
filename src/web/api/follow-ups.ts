import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { request, requestWithHeaders } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads, withActId } from "#web/api/leads/leads.ts";

export function followUpsQuery(leadId: string) {
  return endpointQuery(keys.followUps(leadId), "GET /api/leads/{id}/follow-ups", { params: { id: leadId } });
}

/** Why a lead isn't contacted. */
export function suppressionQuery(leadId: string) {
  return endpointQuery(keys.suppression(leadId), "GET /api/leads/{id}/suppression", { params: { id: leadId } });
}

interface OfQuestion {
  leadId: string;
  questionId: string;
}

/** Sends a question now; `all` includes the lead's other drafted questions. */
export const sendQuestion = mutationOptions({
  mutationFn: ({ leadId, questionId, questions }: OfQuestion & { questions: "one" | "all" }) =>
    request("POST /api/leads/{id}/follow-ups/{questionId}/send", {
      params: { id: leadId, questionId },
      query: { questions },
    }),
  // Failed sends are recorded too.
  onSettled: (_answer, _error, _input, _result, { client }) => refreshLeads(client),
});

/** Resolves to the question and the action id for undo. */
export const editQuestion = mutationOptions({
  mutationFn: ({ leadId, questionId, question }: OfQuestion & { question: string }) =>
    withActId(
      requestWithHeaders("PATCH /api/leads/{id}/follow-ups/{questionId}", {
        params: { id: leadId, questionId },
        body: { question },
      }),
    ),
  onSuccess: (_answer, { leadId }, _result, { client }) => refreshFollowUps(client, leadId),
});

export const dismissQuestion = mutationOptions({
  mutationFn: ({ leadId, questionId }: OfQuestion) =>
    withActId(
      requestWithHeaders("POST /api/leads/{id}/follow-ups/{questionId}/dismiss", {
        params: { id: leadId, questionId },
      }),
    ),
  onSuccess: (_answer, { leadId }, _result, { client }) => refreshFollowUps(client, leadId),
});

export const stopFollowUps = mutationOptions({
  mutationFn: (leadId: string) =>
    withActId(requestWithHeaders("POST /api/leads/{id}/follow-ups/stop", { params: { id: leadId } })),
  onSuccess: (_answer, _leadId, _result, { client }) => refreshLeads(client),
});

export const liftSuppression = mutationOptions({
  mutationFn: ({ leadId, reason }: { leadId: string; reason: string }) =>
    request("POST /api/leads/{id}/suppression/lift", { params: { id: leadId }, body: { reason } }),
  onSuccess: (answer, { leadId }, _result, { client }) => {
    client.setQueryData(keys.suppression(leadId), answer);
    return refreshFollowUps(client, leadId);
  },
});

function refreshFollowUps(client: QueryClient, leadId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.leadDetail(leadId) });
}
