import type { FastifyInstance } from "fastify";
import { OTHER_ACTS } from "#shared/audit/audited-actions.ts";
import { actAs } from "#server/platform/acting.ts";
import { answerAction } from "#server/http/answer-action.ts";
import {
  PLAIN_PAGE_ROUTE,
  plainActionRoute,
  plainPageScope,
  sendPlainPage,
  type PlainPage,
} from "#server/http/plain-page.ts";
import { route } from "#server/http/route.ts";
import type { AccountRecord } from "#server/db/accounts/account-types.ts";
import { callerOf } from "#server/features/accounts/access.ts";
import { addAuditDetails } from "#server/features/accounts/audit-trail.ts";
import { ownAccount, requireAccount } from "#server/features/accounts/own-account.ts";
import { DIGEST_OFF_PATH, readDigestToken } from "#server/features/digests/digest-link.ts";
import { changeDigest, digestOf } from "#server/features/digests/digest-settings.ts";
import type { Workspace } from "#server/workspace.ts";

interface OffRoute {
  Params: { token: string };
}

const UNKNOWN: PlainPage = {
  title: "This link doesn't work",
  body: "<p>It's incomplete, or the account was deleted. Sign in to turn digests off under Account.</p>",
};
const OFF: PlainPage = {
  title: "You're unsubscribed",
  body: "<p>You won't get digests anymore. You can turn them on again under Account.</p>",
};

/**
 * The caller's digest, and the page that turns it off from an email. Opening that page changes nothing, because mail
 * scanners open every link; a POST does, from the page's button or from the mail program (RFC 8058).
 */
export async function digestRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  route(app, "GET /api/session/digest", async ({ request }) =>
    digestOf(workspace, await ownAccount(workspace, requireAccount(await callerOf(workspace, request)))),
  );

  route(app, "PATCH /api/session/digest", async ({ body, request, reply }) => {
    const account = await ownAccount(workspace, requireAccount(await callerOf(workspace, request)));
    return answerAction(reply, await changeDigest(workspace, account, body));
  });

  const accountOf = async (token: string): Promise<AccountRecord | null> => {
    const id = readDigestToken(workspace.secrets, token);
    return id === null ? null : workspace.store.accounts.get(id);
  };

  await plainPageScope(app, (scope) => {
    scope.get<OffRoute>(`${DIGEST_OFF_PATH}/:token`, PLAIN_PAGE_ROUTE, async ({ params: { token } }, reply) => {
      const account = await accountOf(token);
      if (account === null) return sendPlainPage(reply, 404, UNKNOWN);
      const { isOn } = await digestOf(workspace, account);
      return sendPlainPage(reply, 200, isOn ? offPage(token) : OFF);
    });

    const off = plainActionRoute(OTHER_ACTS.stopDigest);
    scope.post<OffRoute>(`${DIGEST_OFF_PATH}/:token`, off, async (request, reply) => {
      const account = await accountOf(request.params.token);
      if (account === null) return sendPlainPage(reply, 404, UNKNOWN);
      const { id: userId, username: by } = account;
      addAuditDetails(request, { by, userId });
      await actAs({ by, userId, requestId: request.id }, () => changeDigest(workspace, account, { isOn: false }));
      return sendPlainPage(reply, 200, OFF);
    });
  });
}

function offPage(token: string): PlainPage {
  return {
    title: "Unsubscribe from your daily digest?",
    body: `<p>You can turn it on again under Account.</p>
<form method="post" action="${DIGEST_OFF_PATH}/${encodeURIComponent(token)}"><button type="submit">Unsubscribe</button></form>`,
  };
}
