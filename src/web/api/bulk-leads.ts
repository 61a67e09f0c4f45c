import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { LeadSelection } from "#shared/contract/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";
import type { LeadPage, LeadPages } from "#web/api/lead-list.ts";
import { refreshLeads } from "#web/api/leads.ts";

type Shown = LeadPage | LeadPages;

/** What the lists showed before, to be put back when the server refuses; null where nothing was shown ahead. */
type Former = [readonly unknown[], Shown | undefined][] | null;

/**
 * Decides the status of many leads. Those that are named show it before the server answers; of all that a filter finds
 * the list shows each as the server comes to it. Resolves to the counts and the act that undo takes back.
 */
export const setStatusOfLeads = mutationOptions({
  mutationFn: (input: { selection: LeadSelection; status: LeadStatus }) =>
    request("POST /api/leads/bulk-status", { body: input }),
  onMutate: ({ selection, status }, { client }) =>
    showInLists(client, selection, (rows, ids) =>
      rows.map((row) => (ids.has(row.id) ? { ...row, status, statusSetBy: "person" } : row)),
    ),
  onError: (_error, _input, former, { client }) => putBack(client, former),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshAll(client),
});

/** Deletes many leads, and shows it alike. */
export const deleteLeads = mutationOptions({
  mutationFn: (selection: LeadSelection) => request("POST /api/leads/bulk-delete", { body: { selection } }),
  onMutate: (selection, { client }) =>
    showInLists(client, selection, (rows, ids) => rows.filter((row) => !ids.has(row.id))),
  onError: (_error, _input, former, { client }) => putBack(client, former),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshAll(client),
});

/** Ends the acts on many leads under way; what they did stays. */
export const cancelBulkActs = mutationOptions({
  mutationFn: () => request("POST /api/leads/bulk-cancel"),
});

async function showInLists(
  client: QueryClient,
  selection: LeadSelection,
  change: (rows: LeadPage["rows"], ids: ReadonlySet<string>) => LeadPage["rows"],
): Promise<Former> {
  if (!("ids" in selection)) return null;
  // An answer already under way would put what was before back on screen.
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
