import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { DataSource } from "#shared/contract/data-source.ts";
import { changing, isLastOf } from "#web/api/connection/changing.ts";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";
import { putInList, showInList } from "#web/api/connection/list-cache.ts";

export const dataSourcesQuery = endpointQuery(keys.dataSources, "GET /api/data-sources");

export const createDataSource = mutationOptions({
  ...endpointAction("POST /api/data-sources", refreshSources),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.dataSources, data),
});

/** Updates a source. A change of only `isActive` is optimistic. Quick changes reach the server in order. */
export const updateDataSource = mutationOptions({
  ...endpointAction("PATCH /api/data-sources/{id}"),
  mutationKey: changing.dataSources,
  scope: { id: "data-sources" },
  onMutate: ({ params: { id }, body: { isActive, name } }, { client }) =>
    showInList<DataSource>(client, keys.dataSources, id, {
      ...(isActive === undefined ? {} : { isActive }),
      ...(name === undefined ? {} : { name }),
    }),
  onError: (_error, _input, shown) => shown?.rollBack(),
  onSettled: (_source, _error, _input, _result, { client }) => {
    if (isLastOf(client, changing.dataSources)) refreshSources(client);
  },
});

export const deleteDataSource = mutationOptions({
  ...endpointAction("DELETE /api/data-sources/{id}", refreshSources),
  onMutate: ({ params: { id } }, { client }) => showInList<DataSource>(client, keys.dataSources, id, null),
  onError: (_error, _input, shown) => shown?.rollBack(),
});

/** Tests a connection; with an `id`, omitted secrets are taken from that source. */
export const testDataSource = endpointMutation("POST /api/data-sources/test");

/** Syncs every active source; resolves once all rows have been processed. */
export const syncLeads = {
  mutationKey: ["sync-leads"],
  ...endpointMutation("POST /api/sync-leads", (client) => {
    refreshSources(client);
    refreshLeads(client);
  }),
};

/** Cancels the running sync; `syncLeads` then resolves with the result so far. */
export const cancelSync = endpointMutation("POST /api/sync-leads/cancel");

function refreshSources(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.dataSources });
  void client.invalidateQueries({ queryKey: keys.systemStatus });
}

/** The last successful sync of any source; null if none. ISO 8601 in UTC sorts as text. */
export function latestSync(sources: readonly Pick<DataSource, "lastSync">[]): string | null {
  return sources.reduce<string | null>(
    (latest, { lastSync }) => (lastSync !== null && lastSync > (latest ?? "") ? lastSync : latest),
    null,
  );
}
