import type { FastifyInstance } from "fastify";
import { runNeeds } from "#shared/roles.ts";
import { callerOf } from "#server/api/access.ts";
import { route } from "#server/api/route.ts";
import { AppError } from "#server/platform/errors.ts";
import { mayCall } from "#server/workflows/accounts/caller.ts";
import { listSchedules, runSchedule } from "#server/workflows/schedules/schedules.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What runs by itself: when it did, when it will, and running it now. */
export function scheduleRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/schedules", async () => listSchedules(workspace));

  route(app, "POST /api/schedules/{id}/run", async ({ params, request }) => {
    const caller = await callerOf(workspace, request);
    if (caller === null || !mayCall(caller, runNeeds(params.id))) {
      throw new AppError("not_allowed", 403, "Only an owner runs this by hand. It runs by itself in its time.");
    }
    return runSchedule(workspace, params.id);
  });
}
