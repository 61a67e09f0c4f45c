import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { Settings } from "#shared/contract/settings.ts";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";
import { refreshLeads } from "#web/api/leads.ts";

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }) => request("GET /api/settings", { signal }),
});

/** Saves what the product obeys; another threshold decides leads afresh, so those are read again. */
export const updateSettings = mutationOptions({
  mutationFn: (change: Partial<Settings>) => request("PUT /api/settings", { body: change }),
  onSuccess: (settings, _input, _result, { client }) => {
    client.setQueryData(keys.settings, settings);
    void client.invalidateQueries({ queryKey: keys.systemStatus });
    refreshLeads(client);
  },
});
