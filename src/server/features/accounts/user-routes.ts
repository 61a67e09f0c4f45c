import type { FastifyInstance } from "fastify";
import type { User, UserUpdate } from "#shared/contract/user.ts";
import { roleWords } from "#shared/roles.ts";
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
    const did = `${invitation === null ? "added" : "invited"} ${user.username} as ${roleWords(user.role)}`;
    addAuditDetails(request, { subject: user.id, did });
    return { ...user, invitation };
  });

  route(app, "PATCH /api/users/{id}", async ({ params, body, request, reply }) => {
    const caller = await callerOf(workspace, request);
    const { user, secret, endedTokens } = await changeUser(workspace, caller, params.id, body);
    addAuditDetails(request, { endedTokens, did: accessWords(user, body) });
    if (secret !== null) setSessionCookie(workspace, request, reply, secret);
    return user;
  });

  route(app, "POST /api/users/{id}/invitation", async ({ params, request }) => {
    const { user, invitation } = await inviteAgain(workspace, await callerOf(workspace, request), params.id);
    addAuditDetails(request, { did: `created a new sign-in link for ${user.username}` });
    return { ...user, invitation };
  });

  route(app, "DELETE /api/users/{id}", async ({ params, request }) => {
    const { username } = await removeUser(workspace, params.id);
    addAuditDetails(request, { did: `deleted the account of ${username}` });
    return null;
  });
}

/** What changed in words: "made Bob an owner and deactivated the account". */
function accessWords({ username }: User, { role, isActive }: UserUpdate): string {
  const toggled = isActive === undefined ? null : isActive ? "reactivated" : "deactivated";
  if (role === undefined) return toggled === null ? `left ${username}'s access unchanged` : `${toggled} ${username}`;
  return `made ${username} ${roleWords(role)}${toggled === null ? "" : ` and ${toggled} the account`}`;
}
