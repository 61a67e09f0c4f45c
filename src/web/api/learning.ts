import { mutationOptions } from "@tanstack/react-query";
import type { Learning } from "#shared/contract/learning.ts";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const learningQuery = endpointQuery(keys.learning, "GET /api/learning");

/** Dismisses a suggestion optimistically; resolves to the action id. */
export const dismissSuggestion = mutationOptions({
  ...endpointAction("POST /api/learning/dismissals", (client) => {
    void client.invalidateQueries({ queryKey: keys.learning });
  }),
  onMutate: async ({ body: { suggestion } }, { client }) => {
    await client.cancelQueries({ queryKey: keys.learning });
    const before = client.getQueryData<Learning>(keys.learning);
    client.setQueryData<Learning>(
      keys.learning,
      (learning) =>
        learning && { ...learning, suggestions: learning.suggestions.filter(({ id }) => id !== suggestion) },
    );
    return before;
  },
  onError: (_error, _input, before, { client }) => client.setQueryData(keys.learning, before),
});
