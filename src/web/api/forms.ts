import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import { LIMITS } from "#shared/limits.ts";
import { request, requestWithHeaders } from "#web/api/connection/client.ts";
import { requestAction } from "#web/api/journal.ts";
import { keys } from "#web/api/connection/keys.ts";
import { nextCursor } from "#web/api/leads/lead-list.ts";

export const formHookQuery = queryOptions({
  queryKey: keys.formHook,
  queryFn: ({ signal }) => request("GET /api/form-hook", { signal }),
});

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
  return queryOptions({
    queryKey: keys.formSubmission(id),
    queryFn: ({ signal }) => request("GET /api/form-submissions/{id}", { params: { id }, signal }),
  });
}

/** Replaces the URL; forms that use the old one are rejected. */
export const regenerateFormHook = mutationOptions({
  mutationFn: () => requestAction("POST /api/form-hook/regenerate"),
  onSuccess: ({ data }, _input, _result, { client }) => client.setQueryData(keys.formHook, data),
});

/** Stores Typeform's signing secret; an empty one removes it. */
export const saveTypeformSecret = mutationOptions({
  mutationFn: (typeformSecret: string) => requestAction("PATCH /api/form-hook", { body: { typeformSecret } }),
  onSuccess: ({ data }, _input, _result, { client }) => client.setQueryData(keys.formHook, data),
});
