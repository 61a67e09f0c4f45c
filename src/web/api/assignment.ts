import type { QueryClient } from "@tanstack/react-query";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

export const assignmentRulesQuery = endpointQuery([...keys.users, "assignment-rules"], "GET /api/assignment-rules");

export const availabilityQuery = endpointQuery([...keys.users, "availability"], "GET /api/availability");

/** Quick changes reach the server in order. */
const scope = { id: "assignment" };

export const createAssignmentRule = endpointAction("POST /api/assignment-rules", refresh);
export const updateAssignmentRule = { ...endpointAction("PATCH /api/assignment-rules/{id}", refresh), scope };
export const deleteAssignmentRule = endpointAction("DELETE /api/assignment-rules/{id}", refresh);
export const setAvailability = { ...endpointAction("PUT /api/availability/{id}", refresh), scope };

/** What the saved rules, or these, would do to the unassigned leads. */
export const previewAssignment = endpointMutation("POST /api/assignment-rules/preview");

export const runAssignment = endpointMutation("POST /api/assignment-rules/run", (client) => {
  void client.invalidateQueries({ queryKey: keys.leadDetails });
  refreshLeads(client);
});

function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.users });
}
