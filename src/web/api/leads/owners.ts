import { mutationOptions, useQuery } from "@tanstack/react-query";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import type { TeamMember } from "#shared/contract/user.ts";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

/** Everyone who can own leads; empty while nobody has an account. */
const teamQuery = endpointQuery(keys.team, "GET /api/team");

const NOBODY: readonly TeamMember[] = [];

/** Everyone with an account. While it is empty, leads have no owners. */
export function useTeam(): readonly TeamMember[] {
  const { data = NOBODY } = useQuery(teamQuery);
  return data;
}

/** Assigns a lead; null unassigns it. Resolves to the lead and the action id for undo. */
export const setLeadOwner = mutationOptions({
  ...endpointAction("PATCH /api/leads/{id}", (client, { params: { id } }) => {
    void client.invalidateQueries({ queryKey: keys.leadDetail(id) });
    refreshLeads(client);
  }),
  onSuccess: ({ data }, _input, _result, { client }) =>
    client.setQueryData<LeadDetail>(keys.leadDetail(data.id), (lead) => lead && { ...lead, ...data }),
});
