import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { DataSource, DataSourceTest, DataSourceUpdate, NewDataSource } from "#shared/contract/data-source.ts";
import { request } from "#web/api/client.ts";
import { changing, isLastOf } from "#web/api/changing.ts";
import { act } from "#web/api/journal.ts";
import { keys } from "#web/api/keys.ts";
import { refreshLeads } from "#web/api/leads.ts";
import { putInList, showInList } from "#web/api/list-cache.ts";

export const dataSourcesQuery = queryOptions({
  queryKey: keys.dataSources,
  queryFn: ({ signal }) => request("GET /api/data-sources", { signal }),
});

export const createDataSource = mutationOptions({
  mutationFn: (source: NewDataSource) => act("POST /api/data-sources", { body: source }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.dataSources, data),
  onSettled: (_source, _error, _input, _result, { client }) => refreshSources(client),
});

/**
 * Changes fields of a source, or only `isActive`, which is shown at once and taken back when the server refuses. Quick
 * changes reach the server in the order they were made.
 */
export const updateDataSource = mutationOptions({
  mutationKey: changing.dataSources,
  scope: { id: "data-sources" },
  mutationFn: ({ id, change }: { id: string; change: DataSourceUpdate }) =>
    act("PATCH /api/data-sources/{id}", { params: { id }, body: change }),
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
  mutationFn: (id: string) => act("DELETE /api/data-sources/{id}", { params: { id } }),
  onMutate: (id, { client }) => showInList<DataSource>(client, keys.dataSources, id, null),
  onError: (_error, _id, shown) => shown?.rollBack(),
  onSettled: (_answer, _error, _id, _result, { client }) => refreshSources(client),
});

/** Tries a connection; an `id` stands in for secrets that the form leaves out. */
export const testDataSource = mutationOptions({
  mutationFn: (test: DataSourceTest) => request("POST /api/data-sources/test", { body: test }),
});

/** Reads every active source; resolves when all rows have become leads. */
export const syncLeads = mutationOptions({
  mutationKey: ["sync-leads"],
  mutationFn: () => request("POST /api/sync-leads"),
  onSettled: (_result, _error, _input, _shown, { client }) => {
    refreshSources(client);
    refreshLeads(client);
  },
});

/** Ends the sync under way; the answer of `syncLeads` then says so. */
export const cancelSync = mutationOptions({ mutationFn: () => request("POST /api/sync-leads/cancel") });

function refreshSources(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.dataSources });
  void client.invalidateQueries({ queryKey: keys.systemStatus });
}

/** When any of the sources was last read without error; null when none was. ISO 8601 in UTC sorts as text. */
export function latestSync(sources: readonly Pick<DataSource, "lastSync">[]): string | null {
  return sources.reduce<string | null>(
    (latest, { lastSync }) => (lastSync !== null && lastSync > (latest ?? "") ? lastSync : latest),
    null,
  );
}
