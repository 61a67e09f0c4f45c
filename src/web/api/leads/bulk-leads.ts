import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { keys } from "#web/api/connection/keys.ts";
import type { LeadPage, LeadPages } from "#web/api/leads/lead-list.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

type Shown = LeadPage | LeadPages;

/** The previous lists for a rollback; null without an optimistic update. */
type Former = [readonly unknown[], Shown | undefined][] | null;

/**
 * Sets the status of many leads. Selected leads update optimistically; for a filter, rows update as the server reaches
 * them. Resolves to the counts and the action id for undo.
 */
export const setStatusOfLeads = mutationOptions({
  ...endpointMutation("POST /api/leads/bulk-status", refreshAll),
  onMutate: ({ body: { selection, status } }, { client }) =>
    showInLists(client, selection, (rows, ids) =>
      rows.map((row) => (ids.has(row.id) ? { ...row, status, statusSetBy: "person" } : row)),
    ),
  onError: (_error, _input, former, { client }) => putBack(client, former),
});

/** Deletes many leads, with the same optimistic update. */
export const deleteLeads = mutationOptions({
  ...endpointMutation("POST /api/leads/bulk-delete", refreshAll),
  onMutate: ({ body: { selection } }, { client }) =>
    showInLists(client, selection, (rows, ids) => rows.filter((row) => !ids.has(row.id))),
  onError: (_error, _input, former, { client }) => putBack(client, former),
});

/** Sets custom fields of many leads. Resolves to the counts and the action id for undo. */
export const setFieldsOfLeads = endpointMutation("POST /api/leads/bulk-fields", refreshAll);

/** Assigns many leads; null unassigns them. Resolves to the counts and the action id for undo. */
export const setOwnerOfLeads = endpointMutation("POST /api/leads/bulk-owner", refreshAll);

/** Cancels running bulk actions; completed changes stay. */
export const cancelBulkActions = endpointMutation("POST /api/leads/bulk-cancel");

async function showInLists(
  client: QueryClient,
  selection: { ids: readonly string[] } | { filter: unknown },
  change: (rows: LeadPage["rows"], ids: ReadonlySet<string>) => LeadPage["rows"],
): Promise<Former> {
  if (!("ids" in selection)) return null;
  // A response in flight would bring the old state back.
  await client.cancelQueries({ queryKey: keys.leadLists });
  const former = client.getQueriesData<Shown>({ queryKey: keys.leadLists });
  const ids = new Set(selection.ids);
  const rewrite = (page: LeadPage): LeadPage => ({ ...page, rows: change(page.rows, ids) });
  client.setQueriesData<Shown>({ queryKey: keys.leadLists }, (data) => {
    if (data === undefined) return undefined;
    return "pages" in data ? { ...data, pages: data.pages.map(rewrite) } : rewrite(data);
  });
  return former;
}

function putBack(client: QueryClient, former: Former | undefined): void {
  for (const [queryKey, data] of former ?? []) client.setQueryData(queryKey, data);
}

function refreshAll(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.leadDetails });
  refreshLeads(client);
}
