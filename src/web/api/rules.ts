import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Rule, RuleUpdate } from "#shared/contract/rule.ts";
import { changing, isLastOf } from "#web/api/connection/changing.ts";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";
import { putInList, showInList } from "#web/api/connection/list-cache.ts";

export const rulesQuery = endpointQuery(keys.rules, "GET /api/rules");

/** Has its own key under the rules, so that it is invalidated with them. */
export const ruleChecksQuery = endpointQuery(keys.ruleChecks, "GET /api/rules/checks");

/** Extra columns and answers a rule can search. */
export const factNamesQuery = queryOptions({
  ...endpointQuery(keys.factNames, "GET /api/rules/fact-names"),
  // New columns arrive with new leads, possibly many a minute; each form asks again.
  gcTime: 0,
});

export const createRule = mutationOptions({
  ...endpointAction("POST /api/rules", refreshRules),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.rules, data),
});

/** Updates a rule optimistically. Quick changes reach the server in order. */
export const updateRule = mutationOptions({
  ...endpointAction("PATCH /api/rules/{id}"),
  mutationKey: changing.rules,
  scope: { id: "rules" },
  onMutate: ({ params: { id }, body }, { client }) => showInList<Rule>(client, keys.rules, id, defined(body)),
  onError: (_error, _input, shown) => shown?.rollBack(),
  onSettled: (_rule, _error, _input, _result, { client }) => {
    if (isLastOf(client, changing.rules)) refreshRules(client);
  },
});

export const deleteRule = mutationOptions({
  ...endpointAction("DELETE /api/rules/{id}", refreshRules),
  onMutate: ({ params: { id } }, { client }) => showInList<Rule>(client, keys.rules, id, null),
  onError: (_error, _input, shown) => shown?.rollBack(),
});

/** Replaces all rules, and optionally the threshold, as one action. */
export const replaceRules = mutationOptions({
  ...endpointAction("PUT /api/rules", (client) => {
    refreshRules(client);
    void client.invalidateQueries({ queryKey: keys.settings });
  }),
  onSuccess: ({ data }, _list, _result, { client }) => client.setQueryData(rulesQuery.queryKey, data.rules),
});

export const importRules = endpointAction("POST /api/rules/import", refreshRules);

export const exportRules = endpointMutation("GET /api/rules/file");

/** Rules determine scores, so leads are refetched too. */
function refreshRules(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.rules });
  refreshLeads(client);
}

function defined(change: RuleUpdate): Partial<Rule> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
