import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import type { NewReplay } from "#shared/contract/replay.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { requestAction } from "#web/api/journal.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

/** Progress and first changes of rereading raw input. */
export const latestReplayQuery = endpointQuery([...keys.replays, "latest"], "GET /api/replays/latest");

/** All changes of a replay, paginated. */
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

/** Applies a replay. Resolves to the action id for undo. */
export const applyReplay = mutationOptions({
  mutationFn: (id: string) => requestAction("POST /api/replays/{id}/apply", { params: { id }, body: {} }),
  onSettled: (_answer, _error, _id, _result, { client }) => {
    void client.invalidateQueries({ queryKey: keys.replays });
    refreshLeads(client);
  },
});
