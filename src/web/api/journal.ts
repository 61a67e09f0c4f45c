import { infiniteQueryOptions } from "@tanstack/react-query";
import { LIMITS } from "#shared/limits.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { keys } from "#web/api/connection/keys.ts";

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
export const undoAct = endpointMutation("POST /api/journal/{id}/undo", (client) => client.invalidateQueries());
