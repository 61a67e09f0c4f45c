import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { putInList } from "#web/api/connection/list-cache.ts";

export const usersQuery = endpointQuery(keys.users, "GET /api/users");

/** With a password, or an invitation whose path is returned once. */
export const addUser = endpointMutation("POST /api/users", refresh);

export const updateUser = mutationOptions({
  ...endpointMutation("PATCH /api/users/{id}", refresh),
  onSuccess: (user, _input, _result, { client }) => putInList(client, keys.users, user),
});

/** A new invitation link, emailed if an address is given; the old link and password stop working. */
export const inviteAgain = endpointMutation("POST /api/users/{id}/invitation", refresh);

export const revokeInvitation = endpointMutation("DELETE /api/users/{id}/invitation", refresh);
export const deleteUser = endpointMutation("DELETE /api/users/{id}", refresh);

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.users });
}
