import { mutationOptions } from "@tanstack/react-query";
import type { SettingsUpdate } from "#shared/contract/settings.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { requestAction } from "#web/api/journal.ts";
import { keys } from "#web/api/connection/keys.ts";

export const settingsQuery = endpointQuery(keys.settings, "GET /api/settings");

/** Updates settings; the call briefly waits for leads affected by a new threshold. */
export const updateSettings = mutationOptions({
  mutationFn: (change: SettingsUpdate) => requestAction("PUT /api/settings", { body: change }),
  onSuccess: ({ data }, _change, _result, { client }) => client.setQueryData(settingsQuery.queryKey, data),
  onSettled: (_settings, _error, _change, _result, { client }) => {
    void client.invalidateQueries({ queryKey: keys.settings });
    void client.invalidateQueries({ queryKey: keys.systemStatus });
  },
});
