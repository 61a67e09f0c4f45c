import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { requestWithHeaders } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { nextCursor } from "#web/api/leads/lead-list.ts";
import { LIMITS } from "#shared/limits.ts";

export const statsQuery = endpointQuery(keys.stats, "GET /api/dashboard/stats");

export const pipelineQuery = endpointQuery(keys.pipeline, "GET /api/dashboard/pipeline");

export const systemStatusQuery = endpointQuery(keys.systemStatus, "GET /api/dashboard/status");

export function activityQuery(limit: number) {
  return endpointQuery([...keys.activity, "first", limit], "GET /api/dashboard/activity", { query: { limit } });
}

/** All activity, newest first, paginated. */
export const activityPagesQuery = infiniteQueryOptions({
  queryKey: [...keys.activity, "pages"],
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: LIMITS.list.pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) };
    const { data, headers } = await requestWithHeaders("GET /api/dashboard/activity", { query, signal });
    return { items: data, next: nextCursor(headers.get("link")) };
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
});

/** Leads by source for the last `days` local days; the previous range stays visible while loading. */
export function leadsOverTimeQuery(days: number) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return queryOptions({
    ...endpointQuery([...keys.figures, "leads-over-time", days, timeZone], "GET /api/dashboard/leads-over-time", {
      query: { days, timeZone },
    }),
    placeholderData: keepPreviousData,
  });
}

export const scoreDistributionQuery = endpointQuery(
  [...keys.figures, "scores"],
  "GET /api/dashboard/score-distribution",
);

export const funnelQuery = endpointQuery([...keys.figures, "funnel"], "GET /api/dashboard/funnel");

export const ruleContributionsQuery = endpointQuery(keys.ruleContributions, "GET /api/dashboard/rule-contributions");
