import { mutationOptions } from "@tanstack/react-query";
import type { Learning } from "#shared/contract/learning.ts";
import { requestWithHeaders } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { withActId } from "#web/api/leads/leads.ts";

export const learningQuery = endpointQuery(keys.learning, "GET /api/learning");

/** Dismisses a suggestion optimistically; resolves to the action id. */
export const dismissSuggestion = mutationOptions({
  mutationFn: (suggestion: string) =>
    withActId(requestWithHeaders("POST /api/learning/dismissals", { body: { suggestion } })),
  onMutate: async (suggestion, { client }) => {
    await client.cancelQueries({ queryKey: keys.learning });
    const before = client.getQueryData<Learning>(keys.learning);
    client.setQueryData<Learning>(
      keys.learning,
      (learning) =>
        learning && { ...learning, suggestions: learning.suggestions.filter(({ id }) => id !== suggestion) },
    );
    return before;
  },
  onError: (_error, _suggestion, before, { client }) => client.setQueryData(keys.learning, before),
  onSettled: (_answer, _error, _suggestion, _before, { client }) => {
    void client.invalidateQueries({ queryKey: keys.learning });
  },
});
