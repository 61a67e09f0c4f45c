import type { FastifyInstance } from "fastify";
import type { HealthProblem } from "#shared/contract/health.ts";
import type { NotificationList } from "#shared/contract/notification.ts";
import { route } from "#server/api/route.ts";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import { findProblems } from "#server/workflows/health/watchdog.ts";
import { listNotifications, markNotificationsRead } from "#server/workflows/notifications/notifications.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Leads become old, and silence long, without a change. */
const MAX_AGE_MILLISECONDS = 60_000;
/** What may be wrong without a lead having changed, which they do all the time. */
const TOPICS_OF_HEALTH = ["data-sources", "settings", "scrape-targets", "mailbox", "status", "schedules"] as const;

/** What needs a person, and what of it was read. */
export function notificationRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { feed } = workspace;
  const kept = { feed, maxAge: MAX_AGE_MILLISECONDS, maxEntries: 1 };
  const cachedProblems = createAnswerCache<HealthProblem[]>({ ...kept, topics: TOPICS_OF_HEALTH });
  const cached = createAnswerCache<NotificationList>({
    ...kept,
    topics: [...TOPICS_OF_HEALTH, "leads", "duplicates", "email-settings", "notifications"],
  });
  const readProblems = async (): Promise<HealthProblem[]> => cachedProblems("all", () => findProblems(workspace));

  route(app, "GET /api/notifications", async () => cached("all", () => listNotifications(workspace, readProblems)));

  route(app, "POST /api/notifications/read", ({ body }) => markNotificationsRead(workspace, readProblems, body.ids));
}
