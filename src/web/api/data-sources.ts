import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { DataSource, DataSourceTest, DataSourceUpdate, NewDataSource } from "#shared/contract/data-source.ts";
import { request } from "#web/api/connection/client.ts";
import { changing, isLastOf } from "#web/api/connection/changing.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { requestAction } from "#web/api/journal.ts";
import { keys } from "#web/api/connection/keys.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";
import { putInList, showInList } from "#web/api/connection/list-cache.ts";

export const dataSourcesQuery = endpointQuery(keys.dataSources, "GET /api/data-sources");

export const createDataSource = mutationOptions({
  mutationFn: (source: NewDataSource) => requestAction("POST /api/data-sources", { body: source }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.dataSources, data),
  onSettled: (_source, _error, _input, _result, { client }) => refreshSources(client),
});

/** Updates a source. A change of only `isActive` is optimistic. Quick changes reach the server in order. */
export const updateDataSource = mutationOptions({
  mutationKey: changing.dataSources,
  scope: { id: "data-sources" },
  mutationFn: ({ id, change }: { id: string; change: DataSourceUpdate }) =>
    requestAction("PATCH /api/data-sources/{id}", { params: { id }, body: change }),
  onMutate: ({ id, change: { isActive, name } }, { client }) =>
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
  mutationFn: (id: string) => requestAction("DELETE /api/data-sources/{id}", { params: { id } }),
  onMutate: (id, { client }) => showInList<DataSource>(client, keys.dataSources, id, null),
  onError: (_error, _id, shown) => shown?.rollBack(),
  onSettled: (_answer, _error, _id, _result, { client }) => refreshSources(client),
});

/** Tests a connection; with an `id`, omitted secrets are taken from that source. */
export const testDataSource = mutationOptions({
  mutationFn: (test: DataSourceTest) => request("POST /api/data-sources/test", { body: test }),
});

/** Syncs every active source; resolves once all rows have been processed. */
export const syncLeads = mutationOptions({
  mutationKey: ["sync-leads"],
  mutationFn: () => request("POST /api/sync-leads"),
  onSettled: (_result, _error, _input, _shown, { client }) => {
    refreshSources(client);
    refreshLeads(client);
  },
});

/** Cancels the running sync; `syncLeads` then resolves with the result so far. */
export const cancelSync = mutationOptions({ mutationFn: () => request("POST /api/sync-leads/cancel") });

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
