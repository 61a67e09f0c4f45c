import type { FastifyInstance } from "fastify";
import type { NotificationList } from "#shared/contract/notification.ts";
import { createAnswerCache } from "#server/api/answer-cache.ts";
import { route } from "#server/api/route.ts";
import { listNotifications, markNotificationsRead } from "#server/workflows/notifications/notifications.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Leads become old without a change. */
const MAX_AGE_MILLISECONDS = 60_000;

/** What needs a person, and what of it was read. */
export function notificationRoutes(app: FastifyInstance, workspace: Workspace): void {
  const cached = createAnswerCache<NotificationList>({
    feed: workspace.feed,
    topics: [
      "leads",
      "data-sources",
      "email-settings",
      "settings",
      "scrape-targets",
      "mailbox",
      "status",
      "notifications",
    ],
    maxAge: MAX_AGE_MILLISECONDS,
    maxEntries: 1,
  });

  route(app, "GET /api/notifications", async () => cached("all", () => listNotifications(workspace)));

  route(app, "POST /api/notifications/read", ({ body }) => markNotificationsRead(workspace, body.ids));
}
