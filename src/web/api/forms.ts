import { mutationOptions } from "@tanstack/react-query";
import { LIMITS } from "#shared/limits.ts";
import { requestWithHeaders } from "#web/api/connection/client.ts";
import { endpointAction } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { linkedPage, pagesQuery } from "#web/api/connection/pages.ts";

export const formHookQuery = endpointQuery(keys.formHook, "GET /api/form-hook");

/** Submissions, newest first, paginated. */
export const formSubmissionsQuery = pagesQuery(keys.formSubmissions, async (start, signal) => {
  const query = { limit: LIMITS.list.pageSize, ...start };
  return linkedPage(await requestWithHeaders("GET /api/form-submissions", { query, signal }));
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
