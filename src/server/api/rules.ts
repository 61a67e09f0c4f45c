import type { FastifyInstance } from "fastify";
import { route } from "#server/api/route.ts";
import { createRule, deleteRule, updateRule } from "#server/workflows/rules/change-rule.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Keyword rules. */
export function ruleRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/rules", async () => workspace.store.rules.list());

  route(app, "POST /api/rules", async ({ body }) => createRule(workspace, body));

  route(app, "PATCH /api/rules/{id}", async ({ params, body }) => updateRule(workspace, params.id, body));

  route(app, "DELETE /api/rules/{id}", async ({ params }) => {
    await deleteRule(workspace, params.id);
    return null;
  });
}
