import { mutationOptions } from "@tanstack/react-query";
import type { NewSupportRequest } from "#shared/contract/support-request.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const supportQuery = endpointQuery(keys.support, "GET /api/support");

/** Sends a support request; resolves when the mail server accepted it, or with the reason why not. */
export const askForSupport = mutationOptions({
  mutationFn: (body: NewSupportRequest) => request("POST /api/support-requests", { body }),
});
