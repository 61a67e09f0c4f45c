import type { FastifyInstance } from "fastify";
import { definedFields } from "#shared/defined-fields.ts";
import { answerAct } from "#server/api/answer-act.ts";
import { route } from "#server/api/route.ts";
import { changeSettings } from "#server/workflows/settings/change-settings.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What the product obeys. */
export function settingsRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/settings", async () => readSettings(workspace));

  route(app, "PUT /api/settings", async ({ body, reply }) =>
    answerAct(reply, await changeSettings(workspace, definedFields(body))),
  );
}
