import type { FastifyInstance } from "fastify";
import { route } from "#server/http/route.ts";
import { dismissDuplicate, listDuplicates } from "#server/features/duplicates/duplicates.ts";
import { mergeLeads, previewMerge } from "#server/features/duplicates/merge-leads.ts";
import type { Workspace } from "#server/workspace.ts";

/** Possible duplicates, and merging them. */
export function duplicateRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/duplicates", async ({ query }) => listDuplicates(workspace, query));

  route(app, "POST /api/duplicates/{id}/dismiss", async ({ params }) => dismissDuplicate(workspace, params.id));

  route(app, "POST /api/leads/{id}/merge", async ({ params, body }) => mergeLeads(workspace, params.id, body));

  route(app, "POST /api/leads/{id}/merge-preview", async ({ params, body }) =>
    previewMerge(workspace, params.id, body),
  );
}
