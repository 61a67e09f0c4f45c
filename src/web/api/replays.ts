import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { NewReplay } from "#shared/contract/replay.ts";
import { request } from "#web/api/client.ts";
import { act } from "#web/api/journal.ts";
import { keys } from "#web/api/keys.ts";
import { refreshLeads } from "#web/api/leads.ts";

/** How far reading raw input again is, and the first of what it would change. */
export const latestReplayQuery = queryOptions({
  queryKey: [...keys.replays, "latest"],
  queryFn: ({ signal }) => request("GET /api/replays/latest", { signal }),
});

/** All that a replay would change, from its beginning, page by page. */
export function replayChangesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.replays, id, "changes"],
    queryFn: ({ pageParam, signal }) =>
      request("GET /api/replays/{id}/changes", {
        params: { id },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export const startReplay = mutationOptions({
  mutationFn: (replay: NewReplay) => request("POST /api/replays", { body: replay }),
  onSettled: (_answer, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: keys.replays }),
});

export const cancelReplay = mutationOptions({
  mutationFn: (id: string) => request("POST /api/replays/{id}/cancel", { params: { id } }),
  onSettled: (_answer, _error, _id, _result, { client }) => client.invalidateQueries({ queryKey: keys.replays }),
});

/** Makes all that a replay has shown true. Resolves to the act that undo takes back. */
export const applyReplay = mutationOptions({
  mutationFn: (id: string) => act("POST /api/replays/{id}/apply", { params: { id }, body: {} }),
  onSettled: (_answer, _error, _id, _result, { client }) => {
    void client.invalidateQueries({ queryKey: keys.replays });
    refreshLeads(client);
  },
});
