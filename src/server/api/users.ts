import type { FastifyInstance } from "fastify";
import { tellAudit } from "#server/api/audit.ts";
import { callerOf } from "#server/api/access.ts";
import { route } from "#server/api/route.ts";
import { setSessionCookie } from "#server/api/session-cookie.ts";
import { addUser, changeUser, inviteAgain, listUsers, removeUser } from "#server/workflows/accounts/users.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Who may sign in. */
export function userRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/users", async () => listUsers(workspace));

  route(app, "POST /api/users", async ({ body, request }) => {
    const { user, invitation } = await addUser(workspace, await callerOf(workspace, request), body);
    tellAudit(request, { subject: user.id });
    return { ...user, invitation };
  });

  route(app, "PATCH /api/users/{id}", async ({ params, body, request, reply }) => {
    const caller = await callerOf(workspace, request);
    const { user, secret } = await changeUser(workspace, caller, params.id, body);
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
