import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
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

  actionRoute(app, "POST /api/write-backs", ({ body }) => createWriteBack(workspace, body));

  actionRoute(app, "PATCH /api/write-backs/{id}", ({ params, body }) => updateWriteBack(workspace, params.id, body));

  actionRoute(app, "DELETE /api/write-backs/{id}", ({ params }) => deleteWriteBack(workspace, params.id));
}
