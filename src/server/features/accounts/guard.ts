import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { isTokenScope, roleSeesAll } from "#shared/roles.ts";
import { addAuditDetails } from "#server/features/accounts/audit-trail.ts";
import { bearerToken, callerOf, installCallers } from "#server/features/accounts/access.ts";
import { mcpMetadataUrl } from "#server/http/own-address.ts";
import { hostName } from "#server/http/host-name.ts";
import { hasBody } from "#server/http/load-limits.ts";
import type { Sight } from "#server/platform/acting.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";
import { problem, sendProblem } from "#server/http/problem.ts";
import type { RoutePermission } from "#server/http/route.ts";
import { mayCall, roleOf, type Caller } from "#server/features/accounts/caller.ts";
import { isOpen } from "#server/features/accounts/identify.ts";
import { sessionOfCookies } from "#server/features/accounts/session-cookie.ts";
import type { Workspace } from "#server/workspace.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Called by other servers and pages under any host name: a secret in the request itself authorizes it. */
    isForStrangers?: boolean;
    /** Answers under any host name, as load balancers ask by address. */
    isForProbes?: boolean;
    /** Refuses other sites' pages even with a token: the MCP specification requires it, against DNS rebinding. */
    refusesOtherOrigins?: boolean;
  }
}

/** The names under which others reach this server, in addition to loopback names. */
export interface Names {
  /** The listening address. */
  host: string;
  /** Additional names that the operator allows. */
  allowedHosts: readonly string[];
}

/** Undefined if the request is allowed, otherwise the refusal that was sent. */
type Verdict = FastifyReply | undefined;

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** The actor of requests authorized by their address instead of an account. */
const STRANGER = "Winnow";
const NO_ACCOUNTS_BY_LINK = "There are no accounts yet. Create the first one with the link in Winnow's output.";

/**
 * The one place that decides who may call what, before a request is read. A foreign Host is DNS rebinding, a foreign
 * Origin on a change is cross-site request forgery (OWASP CSRF Prevention, "verifying origin with standard headers"),
 * and every route needs the permission it states: without one the server doesn't start.
 */
export function installGuard(app: FastifyInstance, workspace: Workspace, names: Names): void {
  installCallers(app, workspace, names.host);
  const isAllowedHost = hostCheck(workspace, names);
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (options) => void routes.push(options));
  // Not in onRoute, where a plugin's routes don't have their scope's default permission yet.
  app.addHook("onReady", async () => {
    for (const { method, url, config } of routes) {
      if (config?.permission === undefined) throw new Error(`The route ${String(method)} ${url} has no permission.`);
    }
  });

  // A callback, because most requests are decided synchronously and a promise would only slow them down.
  app.addHook("onRequest", (request, reply, done) => {
    const verdict = checkAccess(request, reply);
    if (verdict === undefined) done();
    else if (verdict instanceof Promise) verdict.then((refusal) => void (refusal === undefined && done()), done);
  });

  function checkAccess(request: FastifyRequest, reply: FastifyReply): Verdict | Promise<Verdict> {
    // Form services and other sites' forms call under a foreign name and from a foreign page: the token in the address
    // authorizes them, and nothing that a browser adds automatically. Decided by the matched route, not by its path.
    if (request.routeOptions.config.isForStrangers === true) {
      return isOpen(workspace).then((open) => {
        if (open && app.isSetUpByLink) return refuse(request, reply, 503, "no_accounts", NO_ACCOUNTS_BY_LINK);
        if (!open) request.acting.by = STRANGER;
        return undefined;
      });
    }
    const host = request.headers.host ?? "";
    if (!isAllowedHost(host) && request.routeOptions.config.isForProbes !== true) {
      addAuditDetails(request, { isNothing: true });
      return refuse(
        request,
        reply,
        403,
        "host_not_allowed",
        "Winnow doesn't know this host name. Set WINNOW_PUBLIC_URL to the address that people open, or add the name to WINNOW_ALLOWED_HOSTS.",
      );
    }
    // Another site's page can make a browser send cookies, but never a token.
    const isByToken = bearerToken(request) !== null && request.routeOptions.config.refusesOtherOrigins !== true;
    if (!isByToken && !SAFE_METHODS.has(request.method) && !isSameOrigin(workspace, request.headers, host)) {
      addAuditDetails(request, { isNothing: true });
      return refuse(
        request,
        reply,
        403,
        "origin_not_allowed",
        "Requests from other sites aren't allowed. If this is Winnow's own page, set WINNOW_PUBLIC_URL to the address that people open.",
      );
    }
    const needed = neededFor(request);
    if (needed === "anyone") return undefined;
    const caller = callerOf(workspace, request);
    return caller instanceof Promise
      ? caller.then((found) => authorize(request, reply, needed, found))
      : authorize(request, reply, needed, caller);
  }

  function authorize(
    request: FastifyRequest,
    reply: FastifyReply,
    needed: RoutePermission,
    caller: Caller | null,
  ): Verdict | Promise<Verdict> {
    if (caller === null) {
      const metadata = needed === "mcp" ? `, resource_metadata="${mcpMetadataUrl(workspace, request)}"` : "";
      reply.header("www-authenticate", `Bearer realm="Winnow"${metadata}`);
      return whySignIn(workspace, request).then((why) => refuse(request, reply, 401, "sign_in_needed", why));
    }
    if (caller.kind !== "at-machine") {
      request.acting.by = caller.account.username;
      request.acting.userId = caller.account.userId;
      if (!roleSeesAll(caller.account.role)) {
        const sight = request.server.sightOf(caller.account);
        if (sight instanceof Promise) return sight.then((found) => admit(request, reply, needed, caller, found));
        return admit(request, reply, needed, caller, sight);
      }
    }
    return admit(request, reply, needed, caller, undefined);
  }

  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    needed: RoutePermission,
    caller: Caller,
    sight: Sight | undefined,
  ): Verdict {
    if (sight !== undefined) request.acting.sight = sight;
    const isOutsideMcp = needed !== "mcp" && request.acting.via !== "mcp";
    if (caller.kind === "token" && caller.tools !== null && isOutsideMcp) {
      const detail = "This API token is limited to an assistant's tools. Use it at /mcp, or use another token.";
      return refuse(request, reply, 403, "not_allowed", detail);
    }
    return mayCall(caller, needed) ? undefined : refuse(request, reply, 403, "not_allowed", whyNot(caller, needed));
  }
}

/**
 * The permission a request needs: its route's, or a sign-in where no route exists, so that nothing reveals which do.
 */
function neededFor({ routeOptions, is404 }: FastifyRequest): RoutePermission {
  if (is404) return "anyone";
  return routeOptions.config.permission ?? "manage";
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  id: string,
  detail: string,
): FastifyReply {
  // Otherwise the rest of a refused request would have to be read before the connection serves another.
  if (hasBody(request)) reply.header("connection", "close");
  return sendProblem(request, reply, problem(id, status, detail));
}

async function whySignIn(workspace: Workspace, request: FastifyRequest): Promise<string> {
  if (await isOpen(workspace)) {
    return request.server.isSetUpByLink
      ? NO_ACCOUNTS_BY_LINK
      : "There are no accounts yet. Open Winnow on the server to create the first one.";
  }
  return bearerToken(request) !== null
    ? "This API token isn't valid: it was deleted, has expired, or its account was deactivated."
    : sessionOfCookies(workspace, request) === null
      ? "Sign in to continue."
      : "Your session has ended. Sign in and try again.";
}

function whyNot(caller: Caller, needed: RoutePermission): string {
  if (needed === "mcp") return "Use an API token: assistants can't act as a signed-in browser.";
  if (caller.kind !== "token") return `Your role (${roleOf(caller)}) doesn't allow this. Ask an owner.`;
  return isTokenScope(needed)
    ? "This API token's scopes don't allow this. Use one with another scope, or sign in."
    : "API tokens can't manage accounts, tokens, sessions, passwords or two-factor authentication. Sign in instead.";
}

function hostCheck({ publicUrl }: Workspace, { host, allowedHosts }: Names): (host: string) => boolean {
  const known = new Set([host, ...allowedHosts, publicUrl === null ? "" : new URL(publicUrl).hostname].map(hostName));
  known.delete("");
  return (given) => {
    const name = hostName(given);
    return isLoopbackHost(name) || known.has(name);
  };
}

function isSameOrigin(
  { publicUrl }: Workspace,
  headers: Record<string, string | string[] | undefined>,
  host: string,
): boolean {
  const { origin } = headers;
  if (typeof origin === "string") {
    // A proxy may forward under another host name than the one the page was opened under.
    if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
    return origin === `http://${host}` || origin === `https://${host}`;
  }
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}
