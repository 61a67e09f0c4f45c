import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import { LIMITS } from "#shared/limits.ts";
import { requestWithHeaders } from "#web/api/connection/client.ts";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { nextCursor } from "#web/api/leads/lead-list.ts";

export const formHookQuery = endpointQuery(keys.formHook, "GET /api/form-hook");

/** Submissions, newest first, paginated. */
export const formSubmissionsQuery = infiniteQueryOptions({
  queryKey: keys.formSubmissions,
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: LIMITS.list.pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) };
    const { data, headers } = await requestWithHeaders("GET /api/form-submissions", { query, signal });
    return { items: data, next: nextCursor(headers.get("link")) };
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
});

/** Submissions never change. */
export function formSubmissionQuery(id: string) {
  return endpointQuery(keys.formSubmission(id), "GET /api/form-submissions/{id}", { params: { id } });
}

/** Replaces the URL; forms that use the old one are rejected. */
export const regenerateFormHook = mutationOptions({
  ...endpointAction("POST /api/form-hook/regenerate"),
  onSuccess: ({ data }, _input, _result, { client }) => client.setQueryData(keys.formHook, data),
});

/** Stores Typeform's signing secret; an empty one removes it. */
export const saveTypeformSecret = mutationOptions({
  ...endpointAction("PATCH /api/form-hook"),
  onSuccess: ({ data }, _input, _result, { client }) => client.setQueryData(keys.formHook, data),
});
