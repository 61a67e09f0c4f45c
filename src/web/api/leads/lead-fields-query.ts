import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";

/** Separate from the changes, because the lead list loads it first. */
export const leadFieldsQuery = queryOptions({
  queryKey: keys.leadFields,
  queryFn: ({ signal }) => request("GET /api/lead-fields", { signal }),
});
