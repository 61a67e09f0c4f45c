import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { LIMITS } from "#shared/limits.ts";
import { type Answer, request, type RequestArguments, requestWithHeaders } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";
import { type ActionResult, withActId } from "#web/api/leads/leads.ts";

/** Calls an endpoint that records an undoable action. */
export function requestAction<K extends EndpointKey>(
  key: K,
  ...options: RequestArguments<K>
): Promise<ActionResult<Answer<K>>> {
  return withActId(requestWithHeaders(key, ...options));
}

/** Recorded actions, newest first, paginated. */
export const journalQuery = infiniteQueryOptions({
  queryKey: keys.journal,
  queryFn: ({ pageParam, signal }) => {
    const query = { limit: LIMITS.journal.pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) };
    return request("GET /api/journal", { query, signal });
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** Undoes an action by id. Refetches everything, as it may affect any screen. */
export const undoAct = mutationOptions({
  mutationFn: (actId: string) => request("POST /api/journal/{id}/undo", { params: { id: actId } }),
  onSettled: (_answer, _error, _actId, _result, { client }) => client.invalidateQueries(),
});
