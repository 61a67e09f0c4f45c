import { mutationOptions, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { LeadDetail, LeadSelection } from "#shared/contract/leads/lead.ts";
import type { NewUser, TeamMember, User, UserUpdate } from "#shared/contract/user.ts";
import { request, requestWithHeaders } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";
import { putInList } from "#web/api/connection/list-cache.ts";
import { refreshLeads, withActId } from "#web/api/leads/leads.ts";

export const usersQuery = queryOptions({
  queryKey: keys.users,
  queryFn: ({ signal }) => request("GET /api/users", { signal }),
});

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

/** Everyone who can own leads; empty while nobody has an account. */
const teamQuery = queryOptions({
  queryKey: keys.team,
  queryFn: ({ signal }) => request("GET /api/team", { signal }),
});

const NOBODY: readonly TeamMember[] = [];

/** Everyone with an account. While it is empty, leads have no owners. */
export function useTeam(): readonly TeamMember[] {
  const { data = NOBODY } = useQuery(teamQuery);
  return data;
}

/** Assigns a lead; null unassigns it. Resolves to the lead and the action id for undo. */
export const setLeadOwner = mutationOptions({
  mutationFn: ({ id, ownerId }: { id: string; ownerId: string | null }) =>
    withActId(requestWithHeaders("PATCH /api/leads/{id}", { params: { id }, body: { ownerId } })),
  onSuccess: ({ data }, _input, _result, { client }) =>
    client.setQueryData<LeadDetail>(keys.leadDetail(data.id), (lead) => lead && { ...lead, ...data }),
  onSettled: (_answer, _error, { id }, _result, { client }) => refreshOwned(client, id),
});

/** Assigns many leads; null unassigns them. Resolves to the counts and the action id for undo. */
export const setOwnerOfLeads = mutationOptions({
  mutationFn: (input: { selection: LeadSelection; ownerId: string | null }) =>
    request("POST /api/leads/bulk-owner", { body: input }),
  onSettled: (_answer, _error, _input, _result, { client }) => {
    void client.invalidateQueries({ queryKey: keys.leadDetails });
    refreshLeads(client);
  },
});

function refreshOwned(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: keys.leadDetail(id) });
  refreshLeads(client);
}
