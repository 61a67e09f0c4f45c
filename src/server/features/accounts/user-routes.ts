import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CreatedUser, User, UserUpdate } from "#shared/contract/user.ts";
import { HOUR } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { roleWords } from "#shared/roles.ts";
import { addAuditDetails } from "#server/features/accounts/audit-trail.ts";
import { callerOf } from "#server/features/accounts/access.ts";
import { route } from "#server/http/route.ts";
import { checkInvitationAddress, mailInvitation } from "#server/features/accounts/invitation-mail.ts";
import { limitRate } from "#server/http/limit-rate.ts";
import { setSessionCookie } from "#server/features/accounts/session-cookie.ts";
import {
  addUser,
  changeUser,
  inviteAgain,
  listUsers,
  removeUser,
  revokeInvitation,
} from "#server/features/accounts/users.ts";
import type { Workspace } from "#server/workspace.ts";

/** Who may sign in. */
export async function userRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  const { publicUrl } = workspace;

  /** Emails a new link if an address is given; a link that was sent isn't shown to the owner. */
  const deliver = async (
    request: FastifyRequest,
    { user, invitation: path }: { user: User; invitation: string | null },
    email: string | undefined,
  ): Promise<CreatedUser> => {
    if (path === null || email === undefined) return { ...user, invitation: path, mail: null };
    // The guard has checked the host that the owner's browser uses.
    const address = publicUrl ?? `${request.protocol}://${request.host}`;
    const mail = await mailInvitation(workspace, email, {
      link: `${address}${path}`,
      until: user.invitedUntil ?? "",
      by: request.acting.by,
      username: user.username,
      isReset: user.lastSignIn !== null,
    });
    return { ...user, invitation: mail.sent ? null : path, mail };
  };

  route(app, "GET /api/users", async () => listUsers(workspace));

  await app.register(async (scope) => {
    await limitRate(scope, {
      max: LIMITS.account.invitationMailsPerHour,
      timeWindow: HOUR,
      hook: "preHandler",
      keyGenerator: () => "invitations",
      // Only those that are emailed count.
      allowList: ({ body }) => !(typeof body === "object" && body !== null && "email" in body && Boolean(body.email)),
      refusal: "Too many invitation emails this hour. Try again later, or copy the link.",
    });

    route(scope, "POST /api/users", async ({ body: { email, ...body }, request }) => {
      checkInvitationAddress(email);
      const added = await addUser(workspace, await callerOf(workspace, request), body);
      const { user, invitation } = added;
      const did = `${invitation === null ? "added" : "invited"} ${user.username} as ${roleWords(user.role)}`;
      addAuditDetails(request, { subject: user.id, did });
      return deliver(request, added, email);
    });

    route(scope, "POST /api/users/{id}/invitation", async ({ params, body, request }) => {
      const email = body?.email;
      checkInvitationAddress(email);
      const invited = await inviteAgain(workspace, await callerOf(workspace, request), params.id);
      addAuditDetails(request, { did: `created a new sign-in link for ${invited.user.username}` });
      return deliver(request, invited, email);
    });
  });

  route(app, "DELETE /api/users/{id}/invitation", async ({ params, request }) => {
    const user = await revokeInvitation(workspace, params.id);
    addAuditDetails(request, { did: `revoked the invitation of ${user.username}` });
    return user;
  });

  route(app, "PATCH /api/users/{id}", async ({ params, body, request, reply }) => {
    const caller = await callerOf(workspace, request);
    const { user, secret, endedTokens } = await changeUser(workspace, caller, params.id, body);
    addAuditDetails(request, { endedTokens, did: accessWords(user, body) });
    if (secret !== null) setSessionCookie(workspace, request, reply, secret);
    return user;
  });

  route(app, "DELETE /api/users/{id}", async ({ params, query, request }) => {
    const { username } = await removeUser(workspace, params.id, query.leadsTo);
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
