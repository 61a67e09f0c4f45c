import type { FastifyInstance } from "fastify";
import { answerAction } from "#server/http/answer-action.ts";
import { route } from "#server/http/route.ts";
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

  route(app, "POST /api/assignment-rules", async ({ body, reply }) =>
    answerAction(reply, await addAssignmentRule(workspace, body)),
  );

  route(app, "PATCH /api/assignment-rules/{id}", async ({ params, body, reply }) =>
    answerAction(reply, await changeAssignmentRule(workspace, params.id, body)),
  );

  route(app, "DELETE /api/assignment-rules/{id}", async ({ params, reply }) => {
    answerAction(reply, await deleteAssignmentRule(workspace, params.id));
    return null;
  });

  route(app, "GET /api/availability", async () => listAvailability(workspace));

  route(app, "PUT /api/availability/{id}", async ({ params, body, reply }) =>
    answerAction(reply, await setAvailability(workspace, params.id, body)),
  );

  route(app, "POST /api/assignment-rules/preview", async ({ body }) => previewAssignment(workspace, body.rules));

  route(app, "POST /api/assignment-rules/run", async () => runAssignment(workspace));
}
