import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Role } from "#shared/roles.ts";
import { originOf } from "#server/api/access.ts";
import { tellAudit } from "#server/api/audit.ts";
import { cookieName, readCookie, setCookie, setSessionCookie } from "#server/api/session-cookie.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Identity, IdentityProvider } from "#server/authentication/identity-provider.ts";
import { signInByIdentity } from "#server/workflows/accounts/identity-sign-in.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const PATH = "/api/session/oidc";
const COOKIE = "winnow_identity";
/** What the cookie is sealed for. */
const PURPOSE = "identity provider";
const PENDING_SECONDS = 600;

const Pending = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string(),
  until: z.number(),
});

/** A path of this page, and nothing that a browser takes for the address of another site. */
const OWN_PATH = /^\/(?![/\\])[^\\\s]*$/u;
const MOST_CHARACTERS = 2_000;
const Next = z.object({ next: z.string().max(MOST_CHARACTERS).optional().catch(undefined) });

/**
 * Signing in with the provider that the operator named: there, and back again. What has to be known then travels in a
 * sealed cookie, so that any process can take them in and only the browser that left comes back.
 */
export function identityProviderRoutes(
  app: FastifyInstance,
  workspace: Workspace,
  { provider, newRole }: { provider: IdentityProvider; newRole: Role | null },
): void {
  const { secrets, clock, publicUrl, log } = workspace;
  const addressOf = (request: FastifyRequest): string =>
    publicUrl === null ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin;
  const config = { permission: "anyone" } as const;
  const schema = { hide: true };

  app.get(PATH, { config, schema, exposeHeadRoute: false }, async (request, reply) => {
    const { next = "/" } = Next.parse(request.query);
    const redirectUri = `${addressOf(request)}${PATH}/callback`;
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

  const audit = { action: "session.create", summary: "Sign in with the identity provider" };
  app.get(
    `${PATH}/callback`,
    { config: { ...config, audit }, schema, exposeHeadRoute: false },
    async (request, reply) => {
      const sealed = readCookie(request, cookieName(workspace, request, COOKIE));
      // It counts once, however this ends.
      setCookie(workspace, request, reply, { name: COOKIE, value: "", seconds: 0 });
      try {
        // Not counted as an attempt where nothing is pending: any site could have a browser come here like that.
        const pending = openPending(sealed);
        const prove = async (): Promise<Identity> => {
          const identity = await provider.finish(new URL(request.url, addressOf(request)), pending);
          tellAudit(request, { by: identity.email });
          return identity;
        };
        const signedIn = await signInByIdentity(workspace, prove, { newRole, origin: originOf(request) });
        setSessionCookie(workspace, request, reply, signedIn.secret);
        tellAudit(request, { by: signedIn.account.username, userId: signedIn.account.id });
        return await reply.redirect(pending.next);
      } catch (error) {
        tellAudit(request, { outcome: "refused" });
        return reply.redirect(refusal(error));
      }
    },
  );

  function openPending(sealed: string | null): z.infer<typeof Pending> {
    const late = new AppError("identity_late", 401, "That took too long, or began in another browser. Try again.");
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

  /** Where the page says what went wrong, by the problem's id; the page is not a place for texts of others. */
  function refusal(error: unknown): string {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, "sign-in with the identity provider failed");
    return `/sign-in?${new URLSearchParams({ problem: error.id }).toString()}`;
  }
}

/** Where to go on to, as a header can hold it and a cookie has room for; the start where that is not of this page. */
function ownPath(next: string): string {
  if (!OWN_PATH.test(next)) return "/";
  const { pathname, search, hash } = new URL(next, "http://page.invalid");
  const path = pathname + search + hash;
  // What it is without its dots may name another site all the same, and escapes are longer.
  return OWN_PATH.test(path) && path.length <= MOST_CHARACTERS ? path : "/";
}
