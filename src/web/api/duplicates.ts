import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { LeadMerge } from "#shared/contract/duplicate.ts";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";
import { refreshLeads } from "#web/api/leads.ts";

/** How many pairs of leads may be one. */
export const duplicateCountQuery = queryOptions({
  queryKey: [...keys.duplicates, "count"],
  queryFn: ({ signal }) => request("GET /api/duplicates", { query: { limit: 1 }, signal }),
});

/** The pairs of leads that may be one, the surest first. */
export const duplicatePairsQuery = infiniteQueryOptions({
  queryKey: [...keys.duplicates, "pairs"],
  queryFn: ({ pageParam, signal }) =>
    request("GET /api/duplicates", { query: pageParam === "" ? {} : { cursor: pageParam }, signal }),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** What merging two leads would make of them; of another choice the last answer stays until the next is there. */
export function mergePreviewQuery(id: string, { otherId, take = {} }: LeadMerge) {
  return queryOptions({
    queryKey: [...keys.duplicates, "preview", id, otherId, take],
    queryFn: ({ signal }) =>
      request("POST /api/leads/{id}/merge-preview", { params: { id }, body: { otherId, take }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Resolves to the merged lead and the act that makes two of it again. */
export const mergeLeads = mutationOptions({
  mutationFn: ({ id, ...merge }: LeadMerge & { id: string }) =>
    request("POST /api/leads/{id}/merge", { params: { id }, body: merge }),
  onSuccess: (_answer, { otherId }, _result, { client }) => {
    client.removeQueries({ queryKey: keys.leadDetail(otherId) });
    refreshDuplicates(client);
  },
});

/** Says that the two of a pair are not the same; resolves to the act that takes it back. */
export const dismissDuplicate = mutationOptions({
  mutationFn: (id: string) => request("POST /api/duplicates/{id}/dismiss", { params: { id } }),
  onSuccess: (_answer, _id, _result, { client }) => refreshDuplicates(client),
});

function refreshDuplicates(client: QueryClient): void {
  refreshLeads(client);
  void client.invalidateQueries({ queryKey: keys.duplicates });
}
