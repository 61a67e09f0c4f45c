import { mutationOptions } from "@tanstack/react-query";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

/** When the user gets a daily digest, and whether emails about mentions. */
export const digestQuery = endpointQuery(keys.digest, "GET /api/session/digest");

export const changeDigest = mutationOptions({
  ...endpointAction("PATCH /api/session/digest", (client) => client.invalidateQueries({ queryKey: keys.digest })),
  onSuccess: ({ data }, _change, _result, { client }) => client.setQueryData(digestQuery.queryKey, data),
});
