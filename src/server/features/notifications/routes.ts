import type { FastifyInstance } from "fastify";
import type { HealthProblem } from "#shared/contract/health.ts";
import { route } from "#server/http/route.ts";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import { findProblems } from "#server/features/health/watchdog.ts";
import { upcomingRemoval, type UpcomingRemoval } from "#server/features/leads/remove-old-leads.ts";
import {
  listNotifications,
  markNotificationsRead,
  whatNeedsTheTeam,
  type Readings,
} from "#server/features/notifications/notifications.ts";
import type { Need } from "#server/features/notifications/need.ts";
import type { Workspace } from "#server/workspace.ts";

/** Leads age and sources fall silent without a change event. */
const MAX_AGE_MILLISECONDS = 60_000;
/**
 * Topics that change the rest. Leads change all the time, so the count of an upcoming removal may be a minute or two
 * old.
 */
const TOPICS_OF_HEALTH = ["data-sources", "settings", "scrape-targets", "mailbox", "status", "schedules"] as const;
const TOPICS_OF_REMOVALS = ["settings", "notifications"] as const;

/** The notifications, and which were read. */
export function notificationRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { feed } = workspace;
  const kept = { feed, maxAge: MAX_AGE_MILLISECONDS, maxEntries: 1 };
  const cachedProblems = createAnswerCache<HealthProblem[]>({ ...kept, topics: TOPICS_OF_HEALTH });
  const cachedRemovals = createAnswerCache<UpcomingRemoval | null>({ ...kept, topics: TOPICS_OF_REMOVALS });
  const cachedNeeds = createAnswerCache<Need[]>({
    ...kept,
    topics: [...TOPICS_OF_HEALTH, ...TOPICS_OF_REMOVALS, "leads", "duplicates", "email-settings"],
  });
  const readings: Readings = {
    problems: async () => cachedProblems("all", () => findProblems(workspace)),
    removals: async () => cachedRemovals("all", () => upcomingRemoval(workspace)),
  };

  route(app, "GET /api/notifications", async ({ request }) => {
    const needs = await cachedNeeds("all", () => whatNeedsTheTeam(workspace, readings));
    return listNotifications(workspace, needs, request.acting.userId);
  });

  route(app, "POST /api/notifications/read", ({ body, request }) =>
    markNotificationsRead(workspace, readings, body.ids, request.acting.userId),
  );
}
