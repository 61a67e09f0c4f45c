import { mutationOptions } from "@tanstack/react-query";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const schedulesQuery = endpointQuery(keys.schedules, "GET /api/schedules");

/** Runs a schedule now; resolves to its job. */
export const runSchedule = mutationOptions({
  mutationFn: (id: string) => request("POST /api/schedules/{id}/run", { params: { id } }),
  onSettled: (_job, _error, _id, _result, { client }) =>
    Promise.all([keys.schedules, keys.jobs].map((queryKey) => client.invalidateQueries({ queryKey }))),
});
