import type { FastifyInstance } from "fastify";
import { runNeeds } from "#shared/roles.ts";
import { requireAllowed } from "#server/api/access.ts";
import { route } from "#server/api/route.ts";
import { listSchedules, runSchedule } from "#server/workflows/schedules/schedules.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What runs by itself: when it did, when it will, and running it now. */
export function scheduleRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/schedules", async () => listSchedules(workspace));

  route(app, "POST /api/schedules/{id}/run", async ({ params, request }) => {
    const otherwise = "Only an owner runs this by hand. It runs by itself in its time.";
    await requireAllowed(workspace, request, runNeeds(params.id), otherwise);
    return runSchedule(workspace, params.id);
  });
}
