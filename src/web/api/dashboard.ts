import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { requestWithHeaders } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { linkedPage, pagesQuery } from "#web/api/connection/pages.ts";
import { LIMITS } from "#shared/limits.ts";
import { ownTimeZone } from "#shared/time-zone.ts";
import { localDay } from "#web/format/due.ts";

export const statsQuery = endpointQuery(keys.stats, "GET /api/dashboard/stats");

export const pipelineQuery = endpointQuery(keys.pipeline, "GET /api/dashboard/pipeline");

export const systemStatusQuery = endpointQuery(keys.systemStatus, "GET /api/dashboard/status");

export function activityQuery(limit: number) {
  return endpointQuery([...keys.activity, "first", limit], "GET /api/dashboard/activity", { query: { limit } });
}

/** All activity, newest first, paginated. */
export const activityPagesQuery = pagesQuery([...keys.activity, "pages"], async (start, signal) => {
  const query = { limit: LIMITS.list.pageSize, ...start };
  return linkedPage(await requestWithHeaders("GET /api/dashboard/activity", { query, signal }));
});

/** Leads by source for the last `days` local days until `now`; the previous days stay visible while loading. */
export function leadsOverTimeQuery(days: number, now: number) {
  const timeZone = ownTimeZone();
  // Another day begins at midnight, even if no lead changes.
  const key = [...keys.figures, "leads-over-time", days, timeZone, localDay(now)];
  return queryOptions({
    ...endpointQuery(key, "GET /api/dashboard/leads-over-time", { query: { days, timeZone } }),
    placeholderData: keepPreviousData,
  });
}

export const scoreDistributionQuery = endpointQuery(
  [...keys.figures, "scores"],
  "GET /api/dashboard/score-distribution",
);

export const funnelQuery = endpointQuery([...keys.figures, "funnel"], "GET /api/dashboard/funnel");

export const ruleContributionsQuery = endpointQuery(keys.ruleContributions, "GET /api/dashboard/rule-contributions");
