import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const schedulesQuery = endpointQuery(keys.schedules, "GET /api/schedules");

/** Runs a schedule now; resolves to its job. */
export const runSchedule = endpointMutation("POST /api/schedules/{id}/run", (client) =>
  Promise.all([keys.schedules, keys.jobs].map((queryKey) => client.invalidateQueries({ queryKey }))),
);
