import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";

export function commentsQuery(leadId: string) {
  return endpointQuery(keys.comments(leadId), "GET /api/leads/{id}/comments", { params: { id: leadId } });
}

/** Adds a comment, or edits the one with this id. */
export const saveComment = mutationOptions({
  mutationFn: ({ leadId, commentId, text }: { leadId: string; commentId?: string; text: string }) =>
    commentId === undefined
      ? request("POST /api/leads/{id}/comments", { params: { id: leadId }, body: { text } })
      : request("PATCH /api/leads/{id}/comments/{commentId}", { params: { id: leadId, commentId }, body: { text } }),
  onSettled: (_comment, _error, { leadId }, _result, { client }) => refresh(client, leadId),
});

/** Resolves to the action id for undo. */
export const deleteComment = mutationOptions({
  mutationFn: ({ leadId, commentId }: { leadId: string; commentId: string }) =>
    requestAction("DELETE /api/leads/{id}/comments/{commentId}", { params: { id: leadId, commentId } }),
  onSettled: (_answer, _error, { leadId }, _result, { client }) => refresh(client, leadId),
});

function refresh(client: QueryClient, leadId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.comments(leadId) });
}
