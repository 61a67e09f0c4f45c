import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { NewSupportRequest } from "#shared/contract/support-request.ts";
import { request } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";

export const supportQuery = queryOptions({
  queryKey: keys.support,
  queryFn: ({ signal }) => request("GET /api/support", { signal }),
});

/** Sends a support request; resolves when the mail server accepted it, or with the reason why not. */
export const askForSupport = mutationOptions({
  mutationFn: (body: NewSupportRequest) => request("POST /api/support-requests", { body }),
});
