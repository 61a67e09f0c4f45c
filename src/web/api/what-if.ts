import { queryOptions } from "@tanstack/react-query";
import type { WhatIf } from "#shared/contract/what-if.ts";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";

/**
 * What rules or a threshold would do, asked as the text of its JSON. An answer is of the leads of now, so none is kept;
 * a question that nobody waits for any more is withdrawn from the server.
 */
export function whatIfQuery(question: string) {
  return queryOptions({
    queryKey: [...keys.whatIf, question],
    queryFn: ({ signal }) => request("POST /api/what-if", { body: JSON.parse(question) as WhatIf, signal }),
    gcTime: 0,
  });
}
