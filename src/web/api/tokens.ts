import { mutationOptions } from "@tanstack/react-query";
import type { ApiToken, TokenRequest } from "#shared/contract/session.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { showInList } from "#web/api/connection/list-cache.ts";

/** The user's own API tokens, or for owners the whole team's. */
export function tokensQuery(whose: "own" | "team") {
  return endpointQuery(keys.tokensOf(whose), "GET /api/tokens", { query: { all: whose === "team" } });
}

/** Returns the token itself once. */
export const createToken = mutationOptions({
  mutationFn: (body: TokenRequest) => request("POST /api/tokens", { body }),
  onSettled: (_token, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: keys.tokens }),
});

/** Optimistic. */
export const deleteToken = mutationOptions({
  mutationFn: (id: string) => request("DELETE /api/tokens/{id}", { params: { id } }),
  onMutate: (id, { client }) =>
    Promise.all(
      (["own", "team"] as const).map((whose) => showInList<ApiToken>(client, keys.tokensOf(whose), id, null)),
    ),
  onError: (_error, _id, shown) => shown?.forEach(({ rollBack }) => rollBack()),
  onSettled: (_answer, _error, _id, _result, { client }) => client.invalidateQueries({ queryKey: keys.tokens }),
});
