import type { FastifyInstance } from "fastify";
import { roleMay } from "#shared/roles.ts";
import { callerOf } from "#server/api/access.ts";
import { route } from "#server/api/route.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { endSession, listSessions } from "#server/workflows/accounts/sessions.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Browsers that are signed in: one's own, for owners everybody's. */
export function sessionListRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/sessions", async ({ query: { all = false }, request }) => {
    const caller = await callerOf(workspace, request);
    if (caller?.kind !== "session") return [];
    if (all && !roleMay(caller.account.role, "manage")) {
      throw new AppError("not_allowed", 403, "Only owners see where others are signed in.");
    }
    return listSessions(workspace, caller, all);
  });

  route(app, "DELETE /api/sessions/{id}", async ({ params, request }) => {
    const caller = await callerOf(workspace, request);
    if (caller?.kind !== "session") throw notFound("session");
    const { role, userId } = caller.account;
    await endSession(workspace, params.id, roleMay(role, "manage") ? null : userId);
    return null;
  });
}
