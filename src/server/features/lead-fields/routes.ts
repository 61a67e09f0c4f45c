import type { FastifyInstance } from "fastify";
import { answerAction } from "#server/http/answer-action.ts";
import { route } from "#server/http/route.ts";
import {
  addLeadField,
  changeLeadField,
  deleteLeadField,
  listLeadFields,
} from "#server/features/lead-fields/lead-fields.ts";
import type { Workspace } from "#server/workspace.ts";

/** Custom fields of leads. */
export function leadFieldRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/lead-fields", async () => listLeadFields(workspace));

  route(app, "POST /api/lead-fields", async ({ body, reply }) =>
    answerAction(reply, await addLeadField(workspace, body)),
  );

  route(app, "PATCH /api/lead-fields/{id}", async ({ params, body, reply }) =>
    answerAction(reply, await changeLeadField(workspace, params.id, body)),
  );

  route(app, "DELETE /api/lead-fields/{id}", async ({ params, reply }) => {
    answerAction(reply, await deleteLeadField(workspace, params.id));
    return null;
  });
}
