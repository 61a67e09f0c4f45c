import type { FastifyInstance } from "fastify";
import { callerOf } from "#server/features/accounts/access.ts";
import { route } from "#server/http/route.ts";
import { notFound } from "#server/platform/errors.ts";
import { endableOf } from "#server/features/accounts/own-account.ts";
import { endSession, listSessions } from "#server/features/accounts/sessions.ts";
import type { Workspace } from "#server/workspace.ts";

/** Signed-in browsers: the caller's, and everybody's for owners. */
export function sessionListRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/sessions", async ({ query: { all = false }, request }) => {
    const caller = await callerOf(workspace, request);
    if (caller?.kind !== "session") return [];
    return listSessions(workspace, caller, all);
  });

  route(app, "DELETE /api/sessions/{id}", async ({ params, request }) => {
    const caller = await callerOf(workspace, request);
    if (caller?.kind !== "session") throw notFound("session");
    await endSession(workspace, params.id, endableOf(caller));
    return null;
  });
}
