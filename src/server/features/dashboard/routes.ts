import type { FastifyInstance } from "fastify";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import { JsonText, route } from "#server/http/route.ts";
import { invalid } from "#server/platform/errors.ts";
import { dashboardStats, pipeline } from "#server/features/reports/content/dashboard-figures.ts";
import { funnel, leadsOverTime, scoreDistribution } from "#server/features/reports/content/lead-figures.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { isTimeZone } from "#shared/time-zone.ts";
import type { RuleCounting } from "#server/features/rules/rule-contributions.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { systemStatus } from "#server/features/health/system-status.ts";
import type { Workspace } from "#server/workspace.ts";

/** Trends change over time even without new data. */
const MAX_AGE_MILLISECONDS = 60_000;
const ACTIVITY_ITEMS = 50;
const DAYS_OVER_TIME = 30;

/** The dashboard's figures, activity and status. */
export function dashboardRoutes(app: FastifyInstance, workspace: Workspace, ruleCounting: RuleCounting): void {
  const { store, feed, clock } = workspace;
  const cached = createAnswerCache<JsonText>({
    feed,
    topics: ["leads", "rules", "settings"],
    maxAge: MAX_AGE_MILLISECONDS,
    // One entry per span and time zone for leads over time.
    maxEntries: 32,
  });
  const asJson = async (figures: Promise<unknown>): Promise<JsonText> => new JsonText(JSON.stringify(await figures));

  route(app, "GET /api/dashboard/stats", async () =>
    cached("stats", async () => {
      const activeRules = (await store.rules.list()).filter(({ isActive }) => isActive).length;
      const { timeZone } = await reportClock(workspace);
      return asJson(dashboardStats(store, clock(), activeRules, timeZone));
    }),
  );

  route(app, "GET /api/dashboard/pipeline", async () => cached("pipeline", () => asJson(pipeline(store))));

  route(app, "GET /api/dashboard/activity", async ({ query, reply }) => {
    const limit = query.limit ?? ACTIVITY_ITEMS;
    const entries = await store.journal.list(limit, query.cursor);
    const last = entries.length === limit ? entries.at(-1) : undefined;
    if (last !== undefined) {
      reply.header("link", `</api/dashboard/activity?limit=${limit}&cursor=${last.id}>; rel="next"`);
    }
    return entries.map((entry) => ({ ...entry, timestamp: entry.at }));
  });

  route(app, "GET /api/dashboard/status", async () => systemStatus(workspace));

  route(app, "GET /api/dashboard/leads-over-time", async ({ query: { days = DAYS_OVER_TIME, timeZone = "UTC" } }) => {
    if (!isTimeZone(timeZone)) throw invalid("timeZone", `${timeZone} isn't a time zone.`);
    return cached(`over time ${days} ${timeZone}`, () => asJson(leadsOverTime(store, clock(), days, timeZone)));
  });

  route(app, "GET /api/dashboard/score-distribution", async () =>
    cached("scores", async () => {
      const { qualificationThreshold } = await readSettings(workspace);
      return asJson(scoreDistribution(store, qualificationThreshold));
    }),
  );

  route(app, "GET /api/dashboard/funnel", async () => cached("funnel", () => asJson(funnel(store))));

  route(app, "GET /api/dashboard/rule-contributions", () => ruleCounting.read());
}
