import type { FastifyInstance } from "fastify";
import { metricsText } from "#server/platform/metrics.ts";
import { gatherFigures } from "#server/workflows/health/gather-figures.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** `GET /metrics`: what this process counts, and what the database tells, in the text format of Prometheus. */
export function metricRoutes(app: FastifyInstance, workspace: Workspace): void {
  const config = { permission: "metrics" } as const;
  app.get("/metrics", { config, schema: { hide: true }, exposeHeadRoute: false }, async (_request, reply) => {
    await gatherFigures(workspace);
    const { text, mediaType } = await metricsText();
    return reply.type(mediaType).header("cache-control", "no-store").send(text);
  });
}
