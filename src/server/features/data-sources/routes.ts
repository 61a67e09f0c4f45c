import type { FastifyInstance } from "fastify";
import { answerAction } from "#server/http/answer-action.ts";
import { route } from "#server/http/route.ts";
import {
  createDataSource,
  deleteDataSource,
  publicDataSource,
  testDataSource,
  updateDataSource,
} from "#server/features/data-sources/data-sources.ts";
import { cancelSync, syncNow } from "#server/features/data-sources/sync-now.ts";
import type { Workspace } from "#server/workspace.ts";

/** Data sources, their connection test and sync. */
export function dataSourceRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/data-sources", async () => (await workspace.store.dataSources.list()).map(publicDataSource));

  route(app, "POST /api/data-sources", async ({ body, reply }) =>
    answerAction(reply, await createDataSource(workspace, body)),
  );

  route(app, "PATCH /api/data-sources/{id}", async ({ params, body, reply }) =>
    answerAction(reply, await updateDataSource(workspace, params.id, body)),
  );

  route(app, "DELETE /api/data-sources/{id}", async ({ params, reply }) => {
    answerAction(reply, await deleteDataSource(workspace, params.id));
    return null;
  });

  route(app, "POST /api/data-sources/test", async ({ body }) => testDataSource(workspace, body));

  route(app, "POST /api/sync-leads", async () => syncNow(workspace));

  route(app, "POST /api/sync-leads/cancel", async () => ({ canceled: await cancelSync(workspace) }));
}
