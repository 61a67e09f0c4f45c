import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "#shared/contract/session.ts";
import { callerOf, originOf } from "#server/features/accounts/access.ts";
import { addAuditDetails } from "#server/features/accounts/audit-trail.ts";
import { keepNewSession } from "#server/features/accounts/keep-session.ts";
import { route } from "#server/http/route.ts";
import {
  browserOfCookies,
  clearSessionCookie,
  setBrowserCookie,
  setSessionCookie,
} from "#server/features/accounts/session-cookie.ts";
import { AppError } from "#server/platform/errors.ts";
import { nameOfFailedSignIn } from "#server/features/accounts/audit.ts";
import type { SignedIn } from "#server/features/accounts/begin-session.ts";
import type { Caller } from "#server/features/accounts/caller.ts";
import { changePassword } from "#server/features/accounts/own-account.ts";
import { makeFirstOwner } from "#server/features/accounts/first-owner.ts";
import { isOpen } from "#server/features/accounts/identify.ts";
import { acceptInvitation } from "#server/features/accounts/invitation.ts";
import { rememberBrowser } from "#server/features/accounts/known-browser.ts";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from "#server/features/accounts/second-factor.ts";
import { endSession } from "#server/features/accounts/sessions.ts";
import { signIn } from "#server/features/accounts/sign-in.ts";
import type { Workspace } from "#server/workspace.ts";

/** Signing in and out, the caller's account and its credentials. */
export function sessionRoutes(app: FastifyInstance, workspace: Workspace, identityProvider: string | null): void {
  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { account, secret }: SignedIn,
  ): Promise<Session> => {
    await keepNewSession(workspace, request, reply, secret);
    setBrowserCookie(workspace, request, reply, rememberBrowser(workspace, account.username));
    addAuditDetails(request, { by: account.username, userId: account.id });
    const { id, username, role } = account;
    const hasSecondFactor = account.sealedSecondFactor !== null;
    const user = { id, username, hasSecondFactor, hasPassword: account.passwordHash !== null };
    const seesOnlyOwn = (await app.sightOf(account)) !== undefined;
    return { state: "signed-in", user, role, seesOnlyOwn, hasAccounts: true, identityProvider };
  };

  route(app, "GET /api/session", async ({ request }) => ({
    ...(await sessionOf(app, await callerOf(workspace, request))),
    hasAccounts: !(await isOpen(workspace)),
    identityProvider,
  }));

  route(app, "POST /api/session", async ({ body, request, reply }) => {
    try {
      const browser = browserOfCookies(workspace, request);
      return await enter(request, reply, await signIn(workspace, body, browser, originOf(request)));
    } catch (error) {
      if (error instanceof AppError && error.id === "sign_in_failed") {
        const by = await nameOfFailedSignIn(workspace, body.username);
        if (by !== null) addAuditDetails(request, { by });
      }
      throw error;
    }
  });

  route(app, "DELETE /api/session", async ({ request, reply }) => {
    const caller = await callerOf(workspace, request);
    if (caller?.kind === "session") {
      addAuditDetails(request, { by: caller.account.username, userId: caller.account.userId });
      await endSession(workspace, caller.session.id, caller.account.userId);
    }
    clearSessionCookie(workspace, request, reply);
    return null;
  });

  route(app, "POST /api/session/first-owner", async ({ body, request, reply }) => {
    const isByLink = request.server.isSetUpByLink;
    const isAllowed = isByLink || (await callerOf(workspace, request))?.kind === "at-machine";
    return enter(request, reply, await makeFirstOwner(workspace, body, { isByLink, isAllowed }, originOf(request)));
  });

  route(app, "POST /api/session/invitation", async ({ body, request, reply }) =>
    enter(request, reply, await acceptInvitation(workspace, body, originOf(request))),
  );

  route(app, "POST /api/session/password", async ({ body, request, reply }) => {
    const caller = await callerOf(workspace, request);
    const secret = await changePassword(workspace, caller, body, originOf(request));
    setSessionCookie(workspace, request, reply, secret);
    return null;
  });

  route(app, "POST /api/session/second-factor", async ({ body, request }) => {
    const given = { password: body.password, origin: originOf(request) };
    return beginSecondFactor(workspace, await callerOf(workspace, request), given);
  });

  route(app, "POST /api/session/second-factor/confirm", async ({ body, request }) =>
    confirmSecondFactor(workspace, await callerOf(workspace, request), body.code),
  );

  route(app, "POST /api/session/second-factor/remove", async ({ body, request }) => {
    const given = { password: body.password, origin: originOf(request) };
    await removeSecondFactor(workspace, await callerOf(workspace, request), given);
    return null;
  });
}

async function sessionOf(
  app: FastifyInstance,
  caller: Caller | null,
): Promise<Pick<Session, "state" | "user" | "role" | "seesOnlyOwn">> {
  if (caller === null) return { state: "signed-out", user: null, role: null, seesOnlyOwn: false };
  if (caller.kind === "at-machine") return { state: "open", user: null, role: "owner", seesOnlyOwn: false };
  const { userId: id, username, hasSecondFactor, hasPassword, role } = caller.account;
  const seesOnlyOwn = (await app.sightOf(caller.account)) !== undefined;
  return { state: "signed-in", user: { id, username, hasSecondFactor, hasPassword }, role, seesOnlyOwn };
}
