import type { FastifyInstance } from "fastify";
import { metricsText } from "#server/platform/metrics.ts";
import { gatherFigures } from "#server/features/health/gather-figures.ts";
import type { Workspace } from "#server/workspace.ts";

/** `GET /metrics`: this process's counters and figures from the database, in Prometheus's text format. */
export function metricRoutes(app: FastifyInstance, workspace: Workspace): void {
  const config = { permission: "metrics" } as const;
  app.get("/metrics", { config, schema: { hide: true }, exposeHeadRoute: false }, async (_request, reply) => {
    await gatherFigures(workspace);
    const { text, mediaType } = await metricsText();
    return reply.type(mediaType).header("cache-control", "no-store").send(text);
  });
}
