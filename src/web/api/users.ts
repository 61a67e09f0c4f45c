import { mutationOptions } from "@tanstack/react-query";
import type { NewUser, User, UserUpdate } from "#shared/contract/user.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { putInList } from "#web/api/connection/list-cache.ts";

export const usersQuery = endpointQuery(keys.users, "GET /api/users");

/** With a password, or an invitation whose path is returned once. */
export const addUser = mutationOptions({
  mutationFn: (body: NewUser) => request("POST /api/users", { body }),
  onSettled: (_user, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: keys.users }),
});

export const updateUser = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: UserUpdate }) =>
    request("PATCH /api/users/{id}", { params: { id }, body: change }),
  onSuccess: (user: User, _input, _result, { client }) => putInList(client, keys.users, user),
  onSettled: (_user, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: keys.users }),
});

/** A new invitation link, emailed if an address is given; the old link and password stop working. */
export const inviteAgain = mutationOptions({
  mutationFn: ({ id, email }: { id: string; email?: string }) =>
    request("POST /api/users/{id}/invitation", { params: { id }, body: { email } }),
  onSettled: (_user, _error, _id, _result, { client }) => client.invalidateQueries({ queryKey: keys.users }),
});

export const revokeInvitation = mutationOptions({
  mutationFn: (id: string) => request("DELETE /api/users/{id}/invitation", { params: { id } }),
  onSettled: (_user, _error, _id, _result, { client }) => client.invalidateQueries({ queryKey: keys.users }),
});

export const deleteUser = mutationOptions({
  mutationFn: ({ id, leadsTo }: { id: string; leadsTo?: string }) =>
    request("DELETE /api/users/{id}", { params: { id }, query: { leadsTo } }),
  onSettled: (_answer, _error, _id, _result, { client }) => client.invalidateQueries({ queryKey: keys.users }),
});
