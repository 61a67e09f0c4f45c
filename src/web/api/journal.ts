import { LIMITS } from "#shared/limits.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { keys } from "#web/api/connection/keys.ts";
import { pagesQuery } from "#web/api/connection/pages.ts";

/** Recorded actions, newest first, paginated. */
export const journalQuery = pagesQuery(keys.journal, (start, signal) =>
  request("GET /api/journal", { query: { limit: LIMITS.journal.pageSize, ...start }, signal }),
);

/** Undoes an action by id. Refetches everything, as it may affect any screen. */
export const undoAct = endpointMutation("POST /api/journal/{id}/undo", (client) => client.invalidateQueries());
