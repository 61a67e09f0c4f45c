import { type QueryClient } from "@tanstack/react-query";
import { request } from "#web/api/connection/client.ts";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { pagesQuery } from "#web/api/connection/pages.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

/** Progress and first changes of rereading raw input. */
export const latestReplayQuery = endpointQuery([...keys.replays, "latest"], "GET /api/replays/latest");

/** All changes of a replay, paginated. */
export function replayChangesQuery(id: string) {
  return pagesQuery([...keys.replays, id, "changes"], (start, signal) =>
    request("GET /api/replays/{id}/changes", { params: { id }, query: start, signal }),
  );
}

export const startReplay = endpointMutation("POST /api/replays", refresh);
export const cancelReplay = endpointMutation("POST /api/replays/{id}/cancel", refresh);

/** Applies a replay. Resolves to the action id for undo. */
export const applyReplay = endpointAction("POST /api/replays/{id}/apply", (client) => {
  void refresh(client);
  refreshLeads(client);
});

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.replays });
}
