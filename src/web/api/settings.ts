import { mutationOptions } from "@tanstack/react-query";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const settingsQuery = endpointQuery(keys.settings, "GET /api/settings");

/** Updates settings; the call briefly waits for leads affected by a new threshold. */
export const updateSettings = mutationOptions({
  ...endpointAction("PUT /api/settings", (client) => {
    void client.invalidateQueries({ queryKey: keys.settings });
    void client.invalidateQueries({ queryKey: keys.systemStatus });
  }),
  onSuccess: ({ data }, _change, _result, { client }) => client.setQueryData(settingsQuery.queryKey, data),
});
