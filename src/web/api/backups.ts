import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";

/** Backups on the server, newest first; owners only. */
export const backupsQuery = queryOptions({
  queryKey: keys.backups,
  queryFn: ({ signal }) => request("GET /api/backups", { signal }),
});
