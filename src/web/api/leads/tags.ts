import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { changing, inOrder, isLastOf } from "#web/api/connection/changing.ts";
import { requestAction } from "#web/api/connection/client.ts";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

export const tagsQuery = endpointQuery(keys.tags, "GET /api/tags");

/** Changes the tags of a lead by name; `former` is what the change is based on. Optimistic. */
export const setLeadTags = mutationOptions({
  mutationKey: changing.leadStatus,
  mutationFn: ({ id, tags, former }: { id: string; tags: readonly string[]; former: readonly string[] }) =>
    inOrder(keys.leadDetail(id).join(), () =>
      requestAction("PATCH /api/leads/{id}", { params: { id }, body: { tags: [...tags], formerTags: [...former] } }),
    ),
  onMutate: async ({ id, tags }, { client }) => {
    const queryKey = keys.leadDetail(id);
    await client.cancelQueries({ queryKey });
    const former = client.getQueryData<LeadDetail>(queryKey);
    client.setQueryData<LeadDetail>(queryKey, (lead) => lead && { ...lead, tags: [...tags] });
    return { former };
  },
  onError: (_error, { id }, shown, { client }) => client.setQueryData(keys.leadDetail(id), shown?.former),
  onSettled: (_answer, _error, _input, _result, { client }) => {
    if (isLastOf(client, changing.leadStatus)) refreshTags(client);
  },
});

/** Adds or removes tags of many leads. Resolves to the counts and the action id for undo. */
export const tagLeads = endpointMutation("POST /api/leads/bulk-tags", refreshTags);

export const updateTag = endpointAction("PATCH /api/tags/{id}", refreshTags);
export const mergeTags = endpointAction("POST /api/tags/{id}/merge", refreshTags);
export const createTag = endpointAction("POST /api/tags", refreshTags);
export const deleteTag = endpointAction("DELETE /api/tags/{id}", refreshTags);

function refreshTags(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.tags });
  refreshLeads(client);
}
