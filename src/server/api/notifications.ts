import type { FastifyInstance } from "fastify";
import type { HealthProblem } from "#shared/contract/health.ts";
import type { NotificationList } from "#shared/contract/notification.ts";
import { route } from "#server/api/route.ts";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import { findProblems } from "#server/workflows/health/watchdog.ts";
import { removalAhead, type RemovalAhead } from "#server/workflows/leads/remove-old-leads.ts";
import {
  listNotifications,
  markNotificationsRead,
  type Readings,
} from "#server/workflows/notifications/notifications.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Leads become old, and silence long, without a change. */
const MAX_AGE_MILLISECONDS = 60_000;
/**
 * What changes the rest. Leads change all the time: what a removal in some days takes with it may be told as it was a
 * minute or two ago.
 */
const TOPICS_OF_HEALTH = ["data-sources", "settings", "scrape-targets", "mailbox", "status", "schedules"] as const;
const TOPICS_OF_REMOVALS = ["settings", "notifications"] as const;

/** What needs a person, and what of it was read. */
export function notificationRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { feed } = workspace;
  const kept = { feed, maxAge: MAX_AGE_MILLISECONDS, maxEntries: 1 };
  const cachedProblems = createAnswerCache<HealthProblem[]>({ ...kept, topics: TOPICS_OF_HEALTH });
  const cachedRemovals = createAnswerCache<RemovalAhead | null>({ ...kept, topics: TOPICS_OF_REMOVALS });
  const cached = createAnswerCache<NotificationList>({
    ...kept,
    topics: [...TOPICS_OF_HEALTH, ...TOPICS_OF_REMOVALS, "leads", "duplicates", "email-settings"],
  });
  const readings: Readings = {
    problems: async () => cachedProblems("all", () => findProblems(workspace)),
    removals: async () => cachedRemovals("all", () => removalAhead(workspace)),
  };

  route(app, "GET /api/notifications", async () => cached("all", () => listNotifications(workspace, readings)));

  route(app, "POST /api/notifications/read", ({ body }) => markNotificationsRead(workspace, readings, body.ids));
}
