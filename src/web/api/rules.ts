import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { NewRule, Rule, RuleImport, RuleListUpdate, RuleUpdate } from "#shared/contract/rule.ts";
import { request } from "#web/api/connection/client.ts";
import { changing, isLastOf } from "#web/api/connection/changing.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { requestAction } from "#web/api/journal.ts";
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
  mutationFn: (rule: NewRule) => requestAction("POST /api/rules", { body: rule }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.rules, data),
  onSettled: (_rule, _error, _input, _result, { client }) => refreshRules(client),
});

/** Updates a rule optimistically. Quick changes reach the server in order. */
export const updateRule = mutationOptions({
  mutationKey: changing.rules,
  scope: { id: "rules" },
  mutationFn: ({ id, change }: { id: string; change: RuleUpdate }) =>
    requestAction("PATCH /api/rules/{id}", { params: { id }, body: change }),
  onMutate: ({ id, change }, { client }) => showInList<Rule>(client, keys.rules, id, defined(change)),
  onError: (_error, _input, shown) => shown?.rollBack(),
  onSettled: (_rule, _error, _input, _result, { client }) => {
    if (isLastOf(client, changing.rules)) refreshRules(client);
  },
});

export const deleteRule = mutationOptions({
  mutationFn: (id: string) => requestAction("DELETE /api/rules/{id}", { params: { id } }),
  onMutate: (id, { client }) => showInList<Rule>(client, keys.rules, id, null),
  onError: (_error, _id, shown) => shown?.rollBack(),
  onSettled: (_answer, _error, _id, _result, { client }) => refreshRules(client),
});

/** Replaces all rules, and optionally the threshold, as one action. */
export const replaceRules = mutationOptions({
  mutationFn: (list: RuleListUpdate) => requestAction("PUT /api/rules", { body: list }),
  onSuccess: ({ data }, _list, _result, { client }) => client.setQueryData(rulesQuery.queryKey, data.rules),
  onSettled: (_answer, _error, _list, _result, { client }) => {
    refreshRules(client);
    void client.invalidateQueries({ queryKey: keys.settings });
  },
});

export const importRules = mutationOptions({
  mutationFn: (wanted: RuleImport) => requestAction("POST /api/rules/import", { body: wanted }),
  onSettled: (_answer, _error, _wanted, _result, { client }) => refreshRules(client),
});

export const exportRules = mutationOptions({ mutationFn: () => request("GET /api/rules/file") });

/** Rules determine scores, so leads are refetched too. */
function refreshRules(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.rules });
  refreshLeads(client);
}

function defined(change: RuleUpdate): Partial<Rule> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
