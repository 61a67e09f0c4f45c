import { mutationOptions } from "@tanstack/react-query";
import type { DigestUpdate } from "#shared/contract/digest.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";

/** When the user gets a daily digest, and whether emails about mentions. */
export const digestQuery = endpointQuery(keys.digest, "GET /api/session/digest");

export const changeDigest = mutationOptions({
  mutationFn: (change: DigestUpdate) => requestAction("PATCH /api/session/digest", { body: change }),
  onSuccess: ({ data }, _change, _result, { client }) => client.setQueryData(digestQuery.queryKey, data),
  onSettled: (_digest, _error, _change, _result, { client }) => client.invalidateQueries({ queryKey: keys.digest }),
});
