import { queryOptions } from "@tanstack/react-query";
import type { WhatIf } from "#shared/contract/what-if.ts";
import { request } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";

/**
 * Previews rules or a threshold; the question is JSON text. Answers reflect current leads, so none is cached; unused
 * questions are canceled on the server.
 */
export function whatIfQuery(question: string) {
  return queryOptions({
    queryKey: [...keys.whatIf, question],
    queryFn: ({ signal }) => request("POST /api/what-if", { body: JSON.parse(question) as WhatIf, signal }),
    gcTime: 0,
  });
}
