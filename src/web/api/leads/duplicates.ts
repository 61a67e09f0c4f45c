import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { LeadMerge } from "#shared/contract/leads/duplicate.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { pagesQuery } from "#web/api/connection/pages.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

export const duplicateCountQuery = endpointQuery([...keys.duplicates, "count"], "GET /api/duplicates", {
  query: { limit: 1 },
});

/** Possible duplicates, most confident first. */
export const duplicatePairsQuery = pagesQuery([...keys.duplicates, "pairs"], (start, signal) =>
  request("GET /api/duplicates", { query: start, signal }),
);

/** Merge preview; the previous one stays visible while loading. */
export function mergePreviewQuery(id: string, { otherId, take = {} }: LeadMerge) {
  return queryOptions({
    queryKey: [...keys.duplicates, "preview", id, otherId, take],
    queryFn: ({ signal }) =>
      request("POST /api/leads/{id}/merge-preview", { params: { id }, body: { otherId, take }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Resolves to the merged lead and the action id for undo. */
export const mergeLeads = mutationOptions({
  ...endpointMutation("POST /api/leads/{id}/merge"),
  onSuccess: (_answer, { body: { otherId } }, _result, { client }) => {
    client.removeQueries({ queryKey: keys.leadDetail(otherId) });
    refreshDuplicates(client);
  },
});

/** Marks a pair as not duplicates; resolves to the action id for undo. */
export const dismissDuplicate = mutationOptions({
  ...endpointMutation("POST /api/duplicates/{id}/dismiss"),
  onSuccess: (_answer, _input, _result, { client }) => refreshDuplicates(client),
});

function refreshDuplicates(client: QueryClient): void {
  refreshLeads(client);
  void client.invalidateQueries({ queryKey: keys.duplicates });
}
