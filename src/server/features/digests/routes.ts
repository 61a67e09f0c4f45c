import type { FastifyInstance } from "fastify";
import { actAs } from "#server/platform/acting.ts";
import {
  PLAIN_PAGE_ROUTE,
  plainActionRoute,
  plainPageScope,
  sendPlainPage,
  type PlainPage,
  type TokenRoute,
} from "#server/http/plain-page.ts";
import { actionRoute, route } from "#server/http/route.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import { callerOf } from "#server/features/accounts/access.ts";
import { addAuditDetails } from "#server/features/accounts/audit-trail.ts";
import { ownAccount, requireAccount } from "#server/features/accounts/own-account.ts";
import { changeDigest, digestOf } from "#server/features/digests/digest-settings.ts";
import { readUnsubscribeToken, TEAM_MAILS, type TeamMail } from "#server/features/digests/unsubscribe-link.ts";
import type { Workspace } from "#server/workspace.ts";

const UNKNOWN: PlainPage = {
  title: "This link doesn't work",
  body: "<p>It's incomplete, or the account was deleted. Sign in to choose your emails under Account.</p>",
};

/**
 * The caller's digest and emails about mentions, and the pages that turn them off from an email. Opening such a page
 * changes nothing, because mail scanners open every link; a POST does, from the page's button or from the mail program
 * (RFC 8058).
 */
export async function digestRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  route(app, "GET /api/session/digest", async ({ request }) =>
    digestOf(workspace, await ownAccount(workspace, requireAccount(await callerOf(workspace, request)))),
  );

  actionRoute(app, "PATCH /api/session/digest", async ({ body, request }) => {
    const account = await ownAccount(workspace, requireAccount(await callerOf(workspace, request)));
    return changeDigest(workspace, account, body);
  });

  await plainPageScope(app, (scope) => {
    for (const mail of Object.values(TEAM_MAILS)) unsubscribeRoutes(scope, workspace, mail);
  });
}

function unsubscribeRoutes(scope: FastifyInstance, workspace: Workspace, mail: TeamMail): void {
  const { path, audit, setting, what } = mail;
  const done: PlainPage = {
    title: "You're unsubscribed",
    body: `<p>You won't get ${what} anymore. You can turn this on again under Account.</p>`,
  };
  const accountOf = async (token: string): Promise<AccountRecord | null> => {
    const id = readUnsubscribeToken(workspace.secrets, mail, token);
    return id === null ? null : workspace.store.accounts.get(id);
  };

  scope.get<TokenRoute>(`${path}/:token`, PLAIN_PAGE_ROUTE, async ({ params: { token } }, reply) => {
    const account = await accountOf(token);
    if (account === null) return sendPlainPage(reply, 404, UNKNOWN);
    const { [setting]: isOn } = await digestOf(workspace, account);
    return sendPlainPage(reply, 200, isOn ? question(path, what, token) : done);
  });

  scope.post<TokenRoute>(`${path}/:token`, plainActionRoute(audit), async (request, reply) => {
    const account = await accountOf(request.params.token);
    if (account === null) return sendPlainPage(reply, 404, UNKNOWN);
    const { id: userId, username: by } = account;
    addAuditDetails(request, { by, userId });
    await actAs({ by, userId, requestId: request.id }, () => changeDigest(workspace, account, { [setting]: false }));
    return sendPlainPage(reply, 200, done);
  });
}

function question(path: string, what: string, token: string): PlainPage {
  return {
    title: `Unsubscribe from ${what}?`,
    body: `<p>You can turn this on again under Account.</p>
<form method="post" action="${path}/${encodeURIComponent(token)}"><button type="submit">Unsubscribe</button></form>`,
  };
}
