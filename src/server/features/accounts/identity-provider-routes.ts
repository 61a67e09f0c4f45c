import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { auditedAction } from "#shared/audit/audited-actions.ts";
import type { Role } from "#shared/roles.ts";
import { originOf } from "#server/features/accounts/access.ts";
import { addAuditDetails } from "#server/features/accounts/audit-trail.ts";
import { keepNewSession } from "#server/features/accounts/keep-session.ts";
import { cookieName, readCookie, setCookie } from "#server/features/accounts/session-cookie.ts";
import { AppError } from "#server/platform/errors.ts";
import { ownOrigin } from "#server/http/own-address.ts";
import type { Identity, IdentityProvider } from "#server/features/accounts/credentials/identity-provider.ts";
import { signInByIdentity } from "#server/features/accounts/identity-sign-in.ts";
import type { Workspace } from "#server/workspace.ts";

const PATH = "/api/session/oidc";
const COOKIE = "winnow_identity";
/** The purpose the cookie is sealed for. */
const PURPOSE = "identity provider";
const PENDING_SECONDS = 600;

const Pending = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string(),
  until: z.number(),
});

/** A path of this page, never one that a browser could take for another site's address. */
const OWN_PATH = /^\/(?![/\\])[^\\\s]*$/u;
const MOST_CHARACTERS = 2_000;
const Next = z.object({ next: z.string().max(MOST_CHARACTERS).optional().catch(undefined) });

/**
 * Sign-in with the operator's identity provider: redirect and callback. The state in between travels in a sealed
 * cookie, so that any process can finish it and only the browser that left can come back.
 */
export function identityProviderRoutes(
  app: FastifyInstance,
  workspace: Workspace,
  { provider, newRole }: { provider: IdentityProvider; newRole: Role | null },
): void {
  const { secrets, clock, log } = workspace;
  const config = { permission: "anyone" } as const;
  const schema = { hide: true };

  app.get(PATH, { config, schema, exposeHeadRoute: false }, async (request, reply) => {
    const { next = "/" } = Next.parse(request.query);
    const redirectUri = `${ownOrigin(workspace, request)}${PATH}/callback`;
    try {
      const { url, pending } = await provider.begin(redirectUri);
      const until = clock().getTime() + PENDING_SECONDS * 1_000;
      const value = secrets.seal(JSON.stringify({ ...pending, next: ownPath(next), until }), PURPOSE);
      setCookie(workspace, request, reply, { name: COOKIE, value, seconds: PENDING_SECONDS });
      return await reply.redirect(url);
    } catch (error) {
      return reply.redirect(refusal(error));
    }
  });

  const audit = auditedAction("POST /api/session");
  app.get(
    `${PATH}/callback`,
    { config: { ...config, audit }, schema, exposeHeadRoute: false },
    async (request, reply) => {
      const sealed = readCookie(request, cookieName(workspace, request, COOKIE));
      // It counts once, however this ends.
      setCookie(workspace, request, reply, { name: COOKIE, value: "", seconds: 0 });
      try {
        // Not counted as an attempt if nothing is pending: any site could send a browser here like that.
        const pending = openPending(sealed);
        const prove = async (): Promise<Identity> => {
          const identity = await provider.finish(new URL(request.url, ownOrigin(workspace, request)), pending);
          addAuditDetails(request, { by: identity.email });
          return identity;
        };
        const signedIn = await signInByIdentity(workspace, prove, { newRole, origin: originOf(request) });
        await keepNewSession(workspace, request, reply, signedIn.secret);
        addAuditDetails(request, {
          by: signedIn.account.username,
          userId: signedIn.account.id,
          did: "signed in with the identity provider",
        });
        return await reply.redirect(pending.next);
      } catch (error) {
        addAuditDetails(request, { outcome: "refused" });
        return reply.redirect(refusal(error));
      }
    },
  );

  function openPending(sealed: string | null): z.infer<typeof Pending> {
    const late = new AppError("identity_late", 401, "Sign-in took too long or started in another browser. Try again.");
    if (sealed === null) throw late;
    let pending: z.infer<typeof Pending>;
    try {
      pending = Pending.parse(JSON.parse(secrets.open(sealed, PURPOSE)));
    } catch {
      throw late;
    }
    if (pending.until <= clock().getTime()) throw late;
    return pending;
  }

  /** What the page shows for each problem id; error texts of other parties don't belong on the page. */
  function refusal(error: unknown): string {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, "sign-in with the identity provider failed");
    return `/sign-in?${new URLSearchParams({ problem: error.id }).toString()}`;
  }
}

/** Where to continue, sized for a header and cookie; the start page if it isn't on this site. */
function ownPath(next: string): string {
  if (!OWN_PATH.test(next)) return "/";
  const { pathname, search, hash } = new URL(next, "http://page.invalid");
  const path = pathname + search + hash;
  // With dots resolved it may still name another site, and escapes make it longer.
  return OWN_PATH.test(path) && path.length <= MOST_CHARACTERS ? path : "/";
}
