import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const supportQuery = endpointQuery(keys.support, "GET /api/support");

/** Sends a support request; resolves when the mail server accepted it, or with the reason why not. */
export const askForSupport = endpointMutation("POST /api/support-requests");
