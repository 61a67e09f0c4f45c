import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { HOUR } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { route } from "#server/http/route.ts";
import { AppError } from "#server/platform/errors.ts";
import { askForSupport } from "#server/features/support/ask-for-support.ts";
import type { Workspace } from "#server/workspace.ts";

const NO_HEADERS = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };

/** The support form, and how to reach support without it. */
export async function supportRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  route(app, "GET /api/support", async () => ({ email: workspace.supportEmail }));

  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      max: LIMITS.support.perHour,
      timeWindow: HOUR,
      // Each request sends an email; invalid ones don't, so they don't count.
      hook: "preHandler",
      keyGenerator: () => "the support form",
      addHeadersOnExceeding: NO_HEADERS,
      addHeaders: { ...NO_HEADERS, "retry-after": true },
      errorResponseBuilder: (_request, { ttl }) =>
        new AppError("too_fast", 429, "Too many support requests this hour. Try again later.", {
          retryAfterSeconds: Math.ceil(ttl / 1000),
        }),
    });
    route(scope, "POST /api/support-requests", async ({ body }) => askForSupport(workspace, body));
  });
}
