import type { FastifyInstance } from "fastify";
import { addAuditDetails } from "#server/features/accounts/audit-trail.ts";
import { callerOf } from "#server/features/accounts/access.ts";
import { route } from "#server/http/route.ts";
import { setSessionCookie } from "#server/features/accounts/session-cookie.ts";
import { addUser, changeUser, inviteAgain, listUsers, removeUser } from "#server/features/accounts/users.ts";
import type { Workspace } from "#server/workspace.ts";

/** Who may sign in. */
export function userRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/users", async () => listUsers(workspace));

  route(app, "POST /api/users", async ({ body, request }) => {
    const { user, invitation } = await addUser(workspace, await callerOf(workspace, request), body);
    addAuditDetails(request, { subject: user.id });
    return { ...user, invitation };
  });

  route(app, "PATCH /api/users/{id}", async ({ params, body, request, reply }) => {
    const caller = await callerOf(workspace, request);
    const { user, secret, endedTokens } = await changeUser(workspace, caller, params.id, body);
    addAuditDetails(request, { endedTokens });
    if (secret !== null) setSessionCookie(workspace, request, reply, secret);
    return user;
  });

  route(app, "POST /api/users/{id}/invitation", async ({ params, request }) => {
    const { user, invitation } = await inviteAgain(workspace, await callerOf(workspace, request), params.id);
    return { ...user, invitation };
  });

  route(app, "DELETE /api/users/{id}", async ({ params }) => {
    await removeUser(workspace, params.id);
    return null;
  });
}
