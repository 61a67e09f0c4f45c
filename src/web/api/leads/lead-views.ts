import { mutationOptions } from "@tanstack/react-query";
import type { SavedView } from "#shared/contract/leads/saved-view.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { putInList, showInList } from "#web/api/connection/list-cache.ts";

export const leadViewsQuery = endpointQuery(keys.leadViews, "GET /api/lead-views");

export const saveLeadView = mutationOptions({
  ...endpointAction("POST /api/lead-views"),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.leadViews, data),
});

export const updateLeadView = mutationOptions({
  ...endpointAction("PATCH /api/lead-views/{id}"),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.leadViews, data),
  onError: (_error, _input, _result, { client }) => client.invalidateQueries({ queryKey: keys.leadViews }),
});

/** Moves a view in front of another, or to the end. Optimistic. Quick moves reach the server in order. */
export const moveLeadView = mutationOptions({
  scope: { id: "lead-views" },
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
  ...endpointAction("DELETE /api/lead-views/{id}", (client) => client.invalidateQueries({ queryKey: keys.leadViews })),
  onMutate: ({ params: { id } }, { client }) => showInList<SavedView>(client, keys.leadViews, id, null),
  onError: (_error, _input, shown) => shown?.rollBack(),
});
