import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }) => request("GET /api/settings", { signal }),
});
