import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { NewRule, Rule, RuleUpdate } from "#shared/contract/rule.ts";
import { request } from "#web/api/client.ts";
import { changing, isLastOf } from "#web/api/changing.ts";
import { act } from "#web/api/journal.ts";
import { keys } from "#web/api/keys.ts";
import { refreshLeads } from "#web/api/leads.ts";
import { putInList, showInList } from "#web/api/list-cache.ts";

export const rulesQuery = queryOptions({
  queryKey: keys.rules,
  queryFn: ({ signal }) => request("GET /api/rules", { signal }),
});

export const createRule = mutationOptions({
  mutationFn: (rule: NewRule) => act("POST /api/rules", { body: rule }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.rules, data),
  onSettled: (_rule, _error, _input, _result, { client }) => refreshRules(client),
});

/**
 * Changes fields of a rule, or only `isActive`; shown at once, taken back when the server refuses. Quick changes reach
 * the server in the order they were made.
 */
export const updateRule = mutationOptions({
  mutationKey: changing.rules,
  scope: { id: "rules" },
  mutationFn: ({ id, change }: { id: string; change: RuleUpdate }) =>
    act("PATCH /api/rules/{id}", { params: { id }, body: change }),
  onMutate: ({ id, change }, { client }) => showInList<Rule>(client, keys.rules, id, defined(change)),
  onError: (_error, _input, shown) => shown?.rollBack(),
  onSettled: (_rule, _error, _input, _result, { client }) => {
    if (isLastOf(client, changing.rules)) refreshRules(client);
  },
});

export const deleteRule = mutationOptions({
  mutationFn: (id: string) => act("DELETE /api/rules/{id}", { params: { id } }),
  onMutate: (id, { client }) => showInList<Rule>(client, keys.rules, id, null),
  onError: (_error, _id, shown) => shown?.rollBack(),
  onSettled: (_answer, _error, _id, _result, { client }) => refreshRules(client),
});

/** A rule decides scores, so the leads are read again with it. */
function refreshRules(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.rules });
  refreshLeads(client);
}

function defined(change: RuleUpdate): Partial<Rule> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
