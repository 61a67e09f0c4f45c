import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";

/** The backups on the server, newest first; owners only. */
export const backupsQuery = queryOptions({
  queryKey: keys.backups,
  queryFn: ({ signal }) => request("GET /api/backups", { signal }),
});
