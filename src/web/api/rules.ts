import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { NewRule, Rule, RuleImport, RuleListUpdate, RuleUpdate } from "#shared/contract/rule.ts";
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

/** What is worth a look about the rules; under their own key, so that it is old when they are. */
export const ruleChecksQuery = queryOptions({
  queryKey: keys.ruleChecks,
  queryFn: ({ signal }) => request("GET /api/rules/checks", { signal }),
});

/** Names of columns and answers that a rule may look in. */
export const factNamesQuery = queryOptions({
  queryKey: keys.factNames,
  queryFn: ({ signal }) => request("GET /api/rules/fact-names", { signal }),
  // New columns come with new leads, of which there may be many a minute; the next form asks again.
  gcTime: 0,
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

/** Saves the whole list, and the threshold if it is given, as one act. */
export const replaceRules = mutationOptions({
  mutationFn: (list: RuleListUpdate) => act("PUT /api/rules", { body: list }),
  onSuccess: ({ data }, _list, _result, { client }) => client.setQueryData(rulesQuery.queryKey, data.rules),
  onSettled: (_answer, _error, _list, _result, { client }) => {
    refreshRules(client);
    void client.invalidateQueries({ queryKey: keys.settings });
  },
});

export const importRules = mutationOptions({
  mutationFn: (wanted: RuleImport) => act("POST /api/rules/import", { body: wanted }),
  onSettled: (_answer, _error, _wanted, _result, { client }) => refreshRules(client),
});

/** All rules as a file. */
export const exportRules = mutationOptions({ mutationFn: () => request("GET /api/rules/file") });

/** A rule decides scores, so the leads are read again with it. */
function refreshRules(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.rules });
  refreshLeads(client);
}

function defined(change: RuleUpdate): Partial<Rule> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
