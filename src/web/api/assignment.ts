import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { AssignmentRuleUpdate, AvailabilityUpdate, NewAssignmentRule } from "#shared/contract/assignment.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { requestAction } from "#web/api/journal.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

export const assignmentRulesQuery = endpointQuery([...keys.users, "assignment-rules"], "GET /api/assignment-rules");

export const availabilityQuery = endpointQuery([...keys.users, "availability"], "GET /api/availability");

/** Adds a rule, or changes the one with this id. */
export const saveAssignmentRule = mutationOptions({
  mutationFn: ({ id, rule }: { id: string | null; rule: NewAssignmentRule }) =>
    id === null
      ? requestAction("POST /api/assignment-rules", { body: rule })
      : requestAction("PATCH /api/assignment-rules/{id}", { params: { id }, body: rule }),
  onSettled: (_answer, _error, _input, _result, { client }) => refresh(client),
});

export const changeAssignmentRule = mutationOptions({
  scope: { id: "assignment" },
  mutationFn: ({ id, change }: { id: string; change: AssignmentRuleUpdate }) =>
    requestAction("PATCH /api/assignment-rules/{id}", { params: { id }, body: change }),
  onSettled: (_answer, _error, _input, _result, { client }) => refresh(client),
});

export const deleteAssignmentRule = mutationOptions({
  mutationFn: (id: string) => requestAction("DELETE /api/assignment-rules/{id}", { params: { id } }),
  onSettled: (_answer, _error, _input, _result, { client }) => refresh(client),
});

export const setAvailability = mutationOptions({
  scope: { id: "assignment" },
  mutationFn: ({ id, update }: { id: string; update: AvailabilityUpdate }) =>
    requestAction("PUT /api/availability/{id}", { params: { id }, body: update }),
  onSettled: (_answer, _error, _input, _result, { client }) => refresh(client),
});

/** What the saved rules, or these, would do to the unassigned leads. */
export const previewAssignment = mutationOptions({
  mutationFn: (rules: readonly NewAssignmentRule[] | undefined) =>
    request("POST /api/assignment-rules/preview", { body: rules === undefined ? {} : { rules: [...rules] } }),
});

export const runAssignment = mutationOptions({
  mutationFn: () => request("POST /api/assignment-rules/run"),
  onSettled: (_answer, _error, _input, _result, { client }) => {
    void client.invalidateQueries({ queryKey: keys.leadDetails });
    refreshLeads(client);
  },
});

function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.users });
}
