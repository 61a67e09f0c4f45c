import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { NewSupportRequest } from "#shared/contract/support-request.ts";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";

/** Where support is reached without the form. */
export const supportQuery = queryOptions({
  queryKey: keys.support,
  queryFn: ({ signal }) => request("GET /api/support", { signal }),
});

/** Hands in the support form; resolves when the mail server has taken it, or with the reason why not. */
export const askForSupport = mutationOptions({
  mutationFn: (body: NewSupportRequest) => request("POST /api/support-requests", { body }),
});
