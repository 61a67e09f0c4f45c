import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

/** The leads of a company and what they say about it, by its key. */
export function companyQuery(key: string) {
  return endpointQuery(keys.company(key), "GET /api/companies/{key}", { params: { key } });
}

/** Has a company's website read in the background. */
export const readCompanyAgain = endpointMutation("POST /api/companies/{key}/read", (client, { params: { key } }) =>
  client.invalidateQueries({ queryKey: keys.company(key) }),
);
