import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

/** Backups on the server, newest first; owners only. */
export const backupsQuery = endpointQuery(keys.backups, "GET /api/backups");
