import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { NewSavedView, SavedView, SavedViewUpdate } from "#shared/contract/saved-view.ts";
import { request } from "#web/api/client.ts";
import { act } from "#web/api/journal.ts";
import { keys } from "#web/api/keys.ts";
import { putInList, showInList } from "#web/api/list-cache.ts";

export const leadViewsQuery = queryOptions({
  queryKey: keys.leadViews,
  queryFn: ({ signal }) => request("GET /api/lead-views", { signal }),
});

export const saveLeadView = mutationOptions({
  mutationFn: (view: NewSavedView) => act("POST /api/lead-views", { body: view }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.leadViews, data),
});

export const updateLeadView = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: SavedViewUpdate }) =>
    act("PATCH /api/lead-views/{id}", { params: { id }, body: change }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.leadViews, data),
});

/** Gone at once, back when the server refuses. */
export const deleteLeadView = mutationOptions({
  mutationFn: (id: string) => act("DELETE /api/lead-views/{id}", { params: { id } }),
  onMutate: (id, { client }) => showInList<SavedView>(client, keys.leadViews, id, null),
  onError: (_error, _id, shown) => shown?.rollBack(),
});
