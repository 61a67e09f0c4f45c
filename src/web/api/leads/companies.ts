import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";

/** The leads of a company and what they say about it, by its key. */
export function companyQuery(key: string) {
  return queryOptions({
    queryKey: keys.company(key),
    queryFn: ({ signal }) => request("GET /api/companies/{key}", { params: { key }, signal }),
  });
}
