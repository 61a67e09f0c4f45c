import type { QueryClient } from "@tanstack/react-query";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export function commentsQuery(leadId: string) {
  return endpointQuery(keys.comments(leadId), "GET /api/leads/{id}/comments", { params: { id: leadId } });
}

export const addComment = endpointMutation("POST /api/leads/{id}/comments", refresh);
export const editComment = endpointMutation("PATCH /api/leads/{id}/comments/{commentId}", refresh);
/** Resolves to the action id for undo. */
export const deleteComment = endpointAction("DELETE /api/leads/{id}/comments/{commentId}", refresh);

function refresh(client: QueryClient, { params: { id } }: { params: { id: string } }): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.comments(id) });
}
