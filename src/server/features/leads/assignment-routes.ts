import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import {
  addAssignmentRule,
  changeAssignmentRule,
  deleteAssignmentRule,
  listAssignmentRules,
  listAvailability,
  previewAssignment,
  runAssignment,
  setAvailability,
} from "#server/features/leads/assignment-rules.ts";
import type { Workspace } from "#server/workspace.ts";

/** Rules that assign leads, and who is available. */
export function assignmentRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/assignment-rules", async () => listAssignmentRules(workspace));

  actionRoute(app, "POST /api/assignment-rules", ({ body }) => addAssignmentRule(workspace, body));

  actionRoute(app, "PATCH /api/assignment-rules/{id}", ({ params, body }) =>
    changeAssignmentRule(workspace, params.id, body),
  );

  actionRoute(app, "DELETE /api/assignment-rules/{id}", ({ params }) => deleteAssignmentRule(workspace, params.id));

  route(app, "GET /api/availability", async () => listAvailability(workspace));

  actionRoute(app, "PUT /api/availability/{id}", ({ params, body }) => setAvailability(workspace, params.id, body));

  route(app, "POST /api/assignment-rules/preview", async ({ body }) => previewAssignment(workspace, body.rules));

  route(app, "POST /api/assignment-rules/run", async () => runAssignment(workspace));
}
