import type { FastifyInstance } from "fastify";
import { definedFields } from "#shared/defined-fields.ts";
import { settingChangeWords } from "#shared/setting-words.ts";
import { addAuditDetails } from "#server/features/accounts/audit-trail.ts";
import { actionRoute, route } from "#server/http/route.ts";
import { withVersion } from "#server/features/journal/act.ts";
import { changeSettings } from "#server/features/settings/change-settings.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** The team's settings. */
export function settingsRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/settings", async () => withVersion("settings", await readSettings(workspace)));

  actionRoute(app, "PUT /api/settings", async ({ body, request }) => {
    const { before, ...acted } = await changeSettings(workspace, definedFields(body));
    addAuditDetails(request, { did: settingChangeWords(before, acted.done) });
    return acted;
  });
}
