import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import {
  createEmailSettings,
  publicEmailSettings,
  testEmailSettings,
  updateEmailSettings,
} from "#server/features/reports/email-settings.ts";
import { sendReportNow } from "#server/features/reports/send-report.ts";
import { previewReport, sendTestReport } from "#server/features/reports/test-report.ts";
import { beyondSight } from "#server/platform/acting.ts";
import type { Workspace } from "#server/workspace.ts";

/** Outgoing email: settings, connection test and the report. */
export function emailSettingsRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/email-settings", async () =>
    (await workspace.store.emailSettings.list()).map(publicEmailSettings),
  );

  actionRoute(app, "POST /api/email-settings", ({ body }) => createEmailSettings(workspace, body));

  actionRoute(app, "PATCH /api/email-settings/{id}", ({ params, body }) =>
    updateEmailSettings(workspace, params.id, body),
  );

  route(app, "POST /api/email-settings/test", async ({ body }) => testEmailSettings(workspace, body));

  route(app, "POST /api/send-report", ({ query }) => beyondSight(() => sendReportNow(workspace, query.version)));

  // Describes what the call above sends.
  route(app, "GET /api/send-report/preview", () => beyondSight(() => previewReport(workspace)));

  route(app, "POST /api/send-report/test", async ({ body }) => sendTestReport(workspace, body));
}
