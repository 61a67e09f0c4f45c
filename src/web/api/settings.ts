import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { SettingsUpdate } from "#shared/contract/settings.ts";
import { request } from "#web/api/client.ts";
import { act } from "#web/api/journal.ts";
import { keys } from "#web/api/keys.ts";

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }) => request("GET /api/settings", { signal }),
});

/** Changes what the product obeys; the call waits a little for leads that another threshold decides afresh. */
export const updateSettings = mutationOptions({
  mutationFn: (change: SettingsUpdate) => act("PUT /api/settings", { body: change }),
  onSuccess: ({ data }, _change, _result, { client }) => client.setQueryData(settingsQuery.queryKey, data),
  onSettled: (_settings, _error, _change, _result, { client }) => {
    void client.invalidateQueries({ queryKey: keys.settings });
    void client.invalidateQueries({ queryKey: keys.systemStatus });
  },
});
