import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

/** Separate from the changes, because the lead list loads it first. */
export const leadFieldsQuery = endpointQuery(keys.leadFields, "GET /api/lead-fields");
