import type { FastifyInstance } from "fastify";
import { HOUR } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { route } from "#server/http/route.ts";
import { limitRate } from "#server/http/limit-rate.ts";
import { askForSupport } from "#server/features/support/ask-for-support.ts";
import type { Workspace } from "#server/workspace.ts";

/** The support form, and how to reach support without it. */
export async function supportRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  route(app, "GET /api/support", async () => ({ email: workspace.supportEmail }));

  await app.register(async (scope) => {
    await limitRate(scope, {
      max: LIMITS.support.perHour,
      timeWindow: HOUR,
      // Each request sends an email; invalid ones don't, so they don't count.
      hook: "preHandler",
      keyGenerator: () => "the support form",
      refusal: "Too many support requests this hour. Try again later.",
    });
    route(scope, "POST /api/support-requests", async ({ body }) => askForSupport(workspace, body));
  });
}
