import { type QueryClient } from "@tanstack/react-query";
import type { JobQuery, JobState } from "#shared/contract/job.ts";
import { LIMITS } from "#shared/limits.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { pagesQuery } from "#web/api/connection/pages.ts";

export type JobFilter = Pick<JobQuery, "state" | "kind">;

/** Jobs, newest first, paginated. */
export function jobsQuery(filter: JobFilter) {
  return pagesQuery([...keys.jobs, "pages", filter], (start, signal) =>
    request("GET /api/jobs", { query: { ...filter, limit: LIMITS.job.pageSize, ...start }, signal }),
  );
}

/** The newest jobs in one state, with counts of the states that need attention. */
export function jobsInState(state: JobState) {
  return endpointQuery([...keys.jobs, "state", state], "GET /api/jobs", {
    query: { state, limit: LIMITS.job.pageSize },
  });
}

export const cancelJob = endpointMutation("POST /api/jobs/{id}/cancel", readAgain);
export const retryJob = endpointMutation("POST /api/jobs/{id}/retry", readAgain);
export const dropJob = endpointMutation("POST /api/jobs/{id}/drop", readAgain);

function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.jobs });
}
