import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { ApiToken, NewApiToken } from "#shared/contract/session.ts";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";
import { showInList } from "#web/api/list-cache.ts";

export const tokensQuery = queryOptions({
  queryKey: keys.tokens,
  queryFn: ({ signal }) => request("GET /api/tokens", { signal }),
});

/** Answers the token itself, this once. */
export const createToken = mutationOptions({
  mutationFn: (body: NewApiToken) => request("POST /api/tokens", { body }),
  onSettled: (_token, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: keys.tokens }),
});

/** Gone at once, back when the server refuses. */
export const deleteToken = mutationOptions({
  mutationFn: (id: string) => request("DELETE /api/tokens/{id}", { params: { id } }),
  onMutate: (id, { client }) => showInList<ApiToken>(client, keys.tokens, id, null),
  onError: (_error, _id, shown) => shown?.rollBack(),
  onSettled: (_answer, _error, _id, _result, { client }) => client.invalidateQueries({ queryKey: keys.tokens }),
});
