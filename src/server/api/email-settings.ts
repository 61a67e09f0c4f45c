import type { FastifyInstance } from "fastify";
import { answerAct } from "#server/api/answer-act.ts";
import { route } from "#server/api/route.ts";
import {
  createEmailSettings,
  publicEmailSettings,
  testEmailSettings,
  updateEmailSettings,
} from "#server/workflows/reports/email-settings.ts";
import { sendReportNow } from "#server/workflows/reports/send-report-now.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Outgoing e-mail: settings, their connection test, and the report. */
export function emailSettingsRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/email-settings", async () =>
    (await workspace.store.emailSettings.list()).map(publicEmailSettings),
  );

  route(app, "POST /api/email-settings", async ({ body, reply }) =>
    answerAct(reply, await createEmailSettings(workspace, body)),
  );

  route(app, "PATCH /api/email-settings/{id}", async ({ params, body, reply }) =>
    answerAct(reply, await updateEmailSettings(workspace, params.id, body)),
  );

  route(app, "POST /api/email-settings/test", async ({ body }) => testEmailSettings(workspace, body));

  route(app, "POST /api/send-report", async () => sendReportNow(workspace));
}
