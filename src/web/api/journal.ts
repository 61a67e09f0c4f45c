import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { LIMITS } from "#shared/limits.ts";
import { type Answer, request, type RequestArguments, requestWithHeaders } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";
import { type Acted, withActId } from "#web/api/leads.ts";

/** Makes a call that is an act of the history. */
export function act<K extends EndpointKey>(key: K, ...options: RequestArguments<K>): Promise<Acted<Answer<K>>> {
  return withActId(requestWithHeaders(key, ...options));
}

/** What was done, newest first, page by page. */
export const journalQuery = infiniteQueryOptions({
  queryKey: keys.journal,
  queryFn: ({ pageParam, signal }) => {
    const query = { limit: LIMITS.journal.pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) };
    return request("GET /api/journal", { query, signal });
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** Takes an act back by the id its answer carried. What it restored may be on any screen. */
export const undoAct = mutationOptions({
  mutationFn: (actId: string) => request("POST /api/journal/{id}/undo", { params: { id: actId } }),
  onSettled: (_answer, _error, _actId, _result, { client }) => client.invalidateQueries(),
});
