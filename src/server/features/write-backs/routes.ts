import type { FastifyInstance } from "fastify";
import { answerAction } from "#server/http/answer-action.ts";
import { route } from "#server/http/route.ts";
import {
  createWriteBack,
  deleteWriteBack,
  listWriteBacks,
  updateWriteBack,
} from "#server/features/write-backs/write-backs.ts";
import type { Workspace } from "#server/workspace.ts";

/** Google Sheets sources that scores are written back to. */
export function writeBackRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/write-backs", () => listWriteBacks(workspace));

  route(app, "POST /api/write-backs", async ({ body, reply }) =>
    answerAction(reply, await createWriteBack(workspace, body)),
  );

  route(app, "PATCH /api/write-backs/{id}", async ({ params, body, reply }) =>
    answerAction(reply, await updateWriteBack(workspace, params.id, body)),
  );

  route(app, "DELETE /api/write-backs/{id}", async ({ params, reply }) => {
    answerAction(reply, await deleteWriteBack(workspace, params.id));
    return null;
  });
}
