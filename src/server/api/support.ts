import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { LIMITS } from "#shared/limits.ts";
import { route } from "#server/api/route.ts";
import { AppError } from "#server/platform/errors.ts";
import { askForSupport } from "#server/workflows/support/ask-for-support.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const NO_HEADERS = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };

/** The support form, and where support is reached without it. */
export async function supportRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  route(app, "GET /api/support", async () => ({ email: workspace.supportEmail }));

  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      max: LIMITS.support.perHour,
      timeWindow: 3_600_000,
      // Each request is a mail to somebody; one that was refused as unfinished is none and does not count.
      hook: "preHandler",
      keyGenerator: () => "the support form",
      addHeadersOnExceeding: NO_HEADERS,
      addHeaders: { ...NO_HEADERS, "retry-after": true },
      errorResponseBuilder: (_request, { ttl }) =>
        new AppError("too_fast", 429, "These are more requests than anyone can answer in an hour. Try again later.", {
          retryAfterSeconds: Math.ceil(ttl / 1000),
        }),
    });
    route(scope, "POST /api/support-requests", async ({ body }) => askForSupport(workspace, body));
  });
}
