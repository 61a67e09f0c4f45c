import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { ApiToken } from "#shared/contract/session.ts";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { showInList } from "#web/api/connection/list-cache.ts";

/** The user's own API tokens, or for owners the whole team's. */
export function tokensQuery(whose: "own" | "team") {
  return endpointQuery(keys.tokensOf(whose), "GET /api/tokens", { query: { all: whose === "team" } });
}

/** Returns the token itself once. */
export const createToken = endpointMutation("POST /api/tokens", refresh);

/** Optimistic. */
export const deleteToken = mutationOptions({
  ...endpointMutation("DELETE /api/tokens/{id}", refresh),
  onMutate: ({ params: { id } }, { client }) =>
    Promise.all(
      (["own", "team"] as const).map((whose) => showInList<ApiToken>(client, keys.tokensOf(whose), id, null)),
    ),
  onError: (_error, _input, shown) => shown?.forEach(({ rollBack }) => rollBack()),
});

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.tokens });
}
