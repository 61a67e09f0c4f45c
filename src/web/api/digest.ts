import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { DigestUpdate } from "#shared/contract/digest.ts";
import { request } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";

/** When the user gets a daily digest, and whether emails about mentions. */
export const digestQuery = queryOptions({
  queryKey: keys.digest,
  queryFn: ({ signal }) => request("GET /api/session/digest", { signal }),
});

export const changeDigest = mutationOptions({
  mutationFn: (change: DigestUpdate) => requestAction("PATCH /api/session/digest", { body: change }),
  onSuccess: ({ data }, _change, _result, { client }) => client.setQueryData(digestQuery.queryKey, data),
  onSettled: (_digest, _error, _change, _result, { client }) => client.invalidateQueries({ queryKey: keys.digest }),
});
