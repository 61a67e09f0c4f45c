import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { LeadDetail, LeadSelection } from "#shared/contract/leads/lead.ts";
import type { TagUpdate } from "#shared/contract/leads/tag.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

export const tagsQuery = endpointQuery(keys.tags, "GET /api/tags");

/** Replaces the tags of a lead by name. Optimistic. */
export const setLeadTags = mutationOptions({
  mutationFn: ({ id, tags }: { id: string; tags: readonly string[] }) =>
    requestAction("PATCH /api/leads/{id}", { params: { id }, body: { tags: [...tags] } }),
  onMutate: async ({ id, tags }, { client }) => {
    const queryKey = keys.leadDetail(id);
    await client.cancelQueries({ queryKey });
    const former = client.getQueryData<LeadDetail>(queryKey);
    client.setQueryData<LeadDetail>(queryKey, (lead) => lead && { ...lead, tags: [...tags] });
    return { former };
  },
  onError: (_error, { id }, shown, { client }) => client.setQueryData(keys.leadDetail(id), shown?.former),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshTags(client),
});

/** Adds or removes tags of many leads. Resolves to the counts and the action id for undo. */
export const tagLeads = mutationOptions({
  mutationFn: (body: { selection: LeadSelection; add: string[]; remove: string[] }) =>
    request("POST /api/leads/bulk-tags", { body }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshTags(client),
});

export const updateTag = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: TagUpdate }) =>
    requestAction("PATCH /api/tags/{id}", { params: { id }, body: change }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshTags(client),
});

export const mergeTags = mutationOptions({
  mutationFn: ({ id, into }: { id: string; into: string }) =>
    requestAction("POST /api/tags/{id}/merge", { params: { id }, body: { into } }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshTags(client),
});

export const createTag = mutationOptions({
  mutationFn: (name: string) => requestAction("POST /api/tags", { body: { name } }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshTags(client),
});

export const deleteTag = mutationOptions({
  mutationFn: (id: string) => requestAction("DELETE /api/tags/{id}", { params: { id } }),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshTags(client),
});

function refreshTags(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.tags });
  refreshLeads(client);
}
