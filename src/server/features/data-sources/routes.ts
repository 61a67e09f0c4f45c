import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import {
  createDataSource,
  deleteDataSource,
  publicDataSource,
  testDataSource,
  updateDataSource,
} from "#server/features/data-sources/data-sources.ts";
import { cancelSync, syncNow } from "#server/features/data-sources/sync-leads.ts";
import type { Workspace } from "#server/workspace.ts";

/** Data sources, their connection test and sync. */
export function dataSourceRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/data-sources", async () => (await workspace.store.dataSources.list()).map(publicDataSource));

  actionRoute(app, "POST /api/data-sources", ({ body }) => createDataSource(workspace, body));

  actionRoute(app, "PATCH /api/data-sources/{id}", ({ params, body }) => updateDataSource(workspace, params.id, body));

  actionRoute(app, "DELETE /api/data-sources/{id}", ({ params }) => deleteDataSource(workspace, params.id));

  route(app, "POST /api/data-sources/test", async ({ body }) => testDataSource(workspace, body));

  route(app, "POST /api/sync-leads", async () => syncNow(workspace));

  route(app, "POST /api/sync-leads/cancel", async () => ({ canceled: await cancelSync(workspace) }));
}
