import { mutationOptions } from "@tanstack/react-query";
import type { NewSavedView, SavedView, SavedViewUpdate } from "#shared/contract/leads/saved-view.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { requestAction } from "#web/api/journal.ts";
import { keys } from "#web/api/connection/keys.ts";
import { putInList, showInList } from "#web/api/connection/list-cache.ts";

export const leadViewsQuery = endpointQuery(keys.leadViews, "GET /api/lead-views");

export const saveLeadView = mutationOptions({
  mutationFn: (view: NewSavedView) => requestAction("POST /api/lead-views", { body: view }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.leadViews, data),
});

export const updateLeadView = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: SavedViewUpdate }) =>
    requestAction("PATCH /api/lead-views/{id}", { params: { id }, body: change }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.leadViews, data),
  onError: (_error, _input, _result, { client }) => client.invalidateQueries({ queryKey: keys.leadViews }),
});

/** Moves a view in front of another, or to the end. Optimistic. */
export const moveLeadView = mutationOptions({
  mutationFn: ({ id, before }: { id: string; before: string | null }) =>
    request("PATCH /api/lead-views/{id}", { params: { id }, body: { before } }),
  onMutate: async ({ id, before }, { client }) => {
    await client.cancelQueries({ queryKey: keys.leadViews });
    client.setQueryData<SavedView[]>(keys.leadViews, (all) => {
      const moved = all?.filter((view) => view.id === id) ?? [];
      const others = all?.filter((view) => view.id !== id) ?? [];
      const at = others.findIndex((view) => view.id === before);
      return all && others.toSpliced(at === -1 ? others.length : at, 0, ...moved);
    });
  },
  onSettled: (_answer, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: keys.leadViews }),
});

/** Optimistic. */
export const deleteLeadView = mutationOptions({
  mutationFn: (id: string) => requestAction("DELETE /api/lead-views/{id}", { params: { id } }),
  onMutate: (id, { client }) => showInList<SavedView>(client, keys.leadViews, id, null),
  onError: (_error, _id, shown) => shown?.rollBack(),
});
