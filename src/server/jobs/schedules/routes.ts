import type { FastifyInstance } from "fastify";
import { runNeeds } from "#shared/roles.ts";
import { requireAllowed } from "#server/features/accounts/access.ts";
import { route } from "#server/http/route.ts";
import { listSchedules, runSchedule } from "#server/jobs/schedules/schedules.ts";
import type { Workspace } from "#server/workspace.ts";

/** What runs automatically: when it ran, when it will, and running it now. */
export function scheduleRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/schedules", async () => listSchedules(workspace));

  route(app, "POST /api/schedules/{id}/run", async ({ params, request }) => {
    const otherwise = "Only an owner can run this manually. It runs automatically on schedule.";
    await requireAllowed(workspace, request, runNeeds(params.id), otherwise);
    return runSchedule(workspace, params.id);
  });
}
