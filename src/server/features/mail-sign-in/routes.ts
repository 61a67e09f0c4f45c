import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { OTHER_ACTS } from "#shared/audit/audited-actions.ts";
import { MailProviderId, MailSignInStart } from "#shared/contract/mail-sign-in.ts";
import { secretHash } from "#server/features/accounts/credentials/secret.ts";
import { addAuditDetails } from "#server/features/accounts/audit-trail.ts";
import { cookieName, readCookie, sessionOfCookies, setCookie } from "#server/features/accounts/session-cookie.ts";
import {
  beginMailSignIn,
  CALLBACK_PATH,
  finishMailSignIn,
  late,
  listMailSignIns,
  PENDING_MILLISECONDS,
  removeMailSignIn,
  saveMailSignIn,
} from "#server/features/mail-sign-in/mail-sign-in.ts";
import { ownOrigin } from "#server/http/own-address.ts";
import { route } from "#server/http/route.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

const COOKIE = "winnow_mail_sign_in";
/** The purpose the cookie is sealed for. */
const PURPOSE = "mail sign-in";

const Pending = z.object({
  provider: MailProviderId,
  redirectUri: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  from: MailSignInStart.shape.from,
  /** The hash of the session that began it; null before there are accounts. */
  session: z.string().nullable(),
  until: z.number(),
});
type Pending = z.infer<typeof Pending>;

/**
 * Sign-in to mail servers through a provider: the app's registration, and the way to the provider and back. What is
 * needed on the way back is sealed in a cookie of the browser that left, for the session that began it.
 */
export function mailSignInRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { secrets, clock, log } = workspace;
  const sessionOf = (request: FastifyRequest): string | null => {
    const session = sessionOfCookies(workspace, request);
    return session === null ? null : secretHash(session);
  };

  route(app, "GET /api/mail-sign-ins", async ({ request }) =>
    listMailSignIns(workspace, ownOrigin(workspace, request)),
  );

  route(app, "PUT /api/mail-sign-ins/{provider}", async ({ params, body, request }) =>
    saveMailSignIn(workspace, params.provider, body, ownOrigin(workspace, request)),
  );

  route(app, "DELETE /api/mail-sign-ins/{provider}", async ({ params }) => {
    await removeMailSignIn(workspace, params.provider);
    return null;
  });

  route(app, "POST /api/mail-sign-ins/{provider}/connect", async ({ params, body, request, reply }) => {
    const { url, journey } = await beginMailSignIn(workspace, params.provider, ownOrigin(workspace, request));
    const until = clock().getTime() + PENDING_MILLISECONDS;
    const pending: Pending = { ...journey, from: body.from, session: sessionOf(request), until };
    const value = secrets.seal(JSON.stringify(pending), PURPOSE);
    setCookie(workspace, request, reply, { name: COOKIE, value, seconds: PENDING_MILLISECONDS / 1_000 });
    return { url };
  });

  const config = { permission: "manage", audit: OTHER_ACTS.connectMail } as const;
  app.get(CALLBACK_PATH, { config, schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const sealed = readCookie(request, cookieName(workspace, request, COOKIE));
    const pending = openPending(sealed, sessionOf(request));
    if (pending === null) {
      addAuditDetails(request, { outcome: "refused" });
      return reply.redirect(`/gmail?${new URLSearchParams({ signInProblem: late().id }).toString()}`);
    }
    const { provider, from } = pending;
    const back = (more: Record<string, string>): string =>
      `/${from}?${new URLSearchParams({ signIn: provider, ...more }).toString()}`;
    try {
      await finishMailSignIn(workspace, pending, request.url.slice(CALLBACK_PATH.length));
      setCookie(workspace, request, reply, { name: COOKIE, value: "", seconds: 0 });
      return await reply.redirect(back({}));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ err: error, provider }, "sign-in for mail failed");
      addAuditDetails(request, { outcome: "refused" });
      return reply.redirect(back({ signInProblem: error.id }));
    }
  });

  /** What the browser took along; null if it isn't theirs, or too old. */
  function openPending(sealed: string | null, session: string | null): Pending | null {
    if (sealed === null) return null;
    try {
      const pending = Pending.parse(JSON.parse(secrets.open(sealed, PURPOSE)));
      return pending.session === session && pending.until > clock().getTime() ? pending : null;
    } catch {
      return null;
    }
  }
}
