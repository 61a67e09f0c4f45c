import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request, requestWithHeaders } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";
import { nextCursor } from "#web/api/leads/lead-list.ts";
import { LIMITS } from "#shared/limits.ts";

export const statsQuery = queryOptions({
  queryKey: keys.stats,
  queryFn: ({ signal }) => request("GET /api/dashboard/stats", { signal }),
});

export const pipelineQuery = queryOptions({
  queryKey: keys.pipeline,
  queryFn: ({ signal }) => request("GET /api/dashboard/pipeline", { signal }),
});

export const systemStatusQuery = queryOptions({
  queryKey: keys.systemStatus,
  queryFn: ({ signal }) => request("GET /api/dashboard/status", { signal }),
});

export function activityQuery(limit: number) {
  return queryOptions({
    queryKey: [...keys.activity, "first", limit],
    queryFn: ({ signal }) => request("GET /api/dashboard/activity", { query: { limit }, signal }),
  });
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
    queryKey: [...keys.figures, "leads-over-time", days, timeZone],
    queryFn: ({ signal }) => request("GET /api/dashboard/leads-over-time", { query: { days, timeZone }, signal }),
    placeholderData: keepPreviousData,
  });
}

export const scoreDistributionQuery = queryOptions({
  queryKey: [...keys.figures, "scores"],
  queryFn: ({ signal }) => request("GET /api/dashboard/score-distribution", { signal }),
});

export const funnelQuery = queryOptions({
  queryKey: [...keys.figures, "funnel"],
  queryFn: ({ signal }) => request("GET /api/dashboard/funnel", { signal }),
});

export const ruleContributionsQuery = queryOptions({
  queryKey: keys.ruleContributions,
  queryFn: ({ signal }) => request("GET /api/dashboard/rule-contributions", { signal }),
});
