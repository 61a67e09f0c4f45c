import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { isTokenScope } from "#shared/roles.ts";
import { tellAudit } from "#server/api/audit.ts";
import { bearerToken, callerOf } from "#server/api/access.ts";
import { hostName } from "#server/api/host-name.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";
import { problem, sendProblem } from "#server/api/problem.ts";
import { mayCall, roleOf, type Caller, type RoutePermission } from "#server/workflows/accounts/caller.ts";
import { isOpen } from "#server/workflows/accounts/identify.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route; every route states it. */
    permission?: RoutePermission;
    /** Servers and pages of others call it under any name: something in the request itself lets them in. */
    isForStrangers?: boolean;
  }
}

/** Under which names others reach this server, beside those of the machine itself. */
export interface Names {
  /** Where it listens. */
  host: string;
  /** Further names that the operator allows. */
  allowedHosts: readonly string[];
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Whoever acts by what is in an address, and not as somebody with an account. */
const STRANGER = "Winnow";

/**
 * The one place that decides who may call what, before anything of a request is read. A foreign Host is DNS rebinding, a
 * foreign Origin on a change is cross-site request forgery (OWASP CSRF Prevention, "verifying origin with standard
 * headers"), and every route needs the permission it states: without one the server does not start.
 */
export function installGuard(app: FastifyInstance, workspace: Workspace, names: Names): void {
  const isAllowedHost = hostCheck(workspace, names);
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (options) => void routes.push(options));
  // Not in onRoute, where a plugin's routes do not state yet what the room they are in states for them.
  app.addHook("onReady", async () => {
    for (const { method, url, config } of routes) {
      if (config?.permission === undefined) throw new Error(`The route ${String(method)} ${url} states no permission.`);
    }
  });

  app.addHook("onRequest", async (request, reply) => {
    const { isForStrangers = false } = request.routeOptions.config;
    // Servers of form services and forms on other sites come under a foreign name and from a foreign page: there the
    // token in the address lets in, and nothing that a browser adds by itself. By the matched route, not by its path.
    if (isForStrangers) {
      if (!(await isOpen(workspace))) request.acting.by = STRANGER;
      return undefined;
    }
    const host = request.headers.host ?? "";
    if (!isAllowedHost(host)) {
      tellAudit(request, { isNothing: true });
      return refuse(request, reply, 403, "host_not_allowed", "This server answers only under its own addresses.");
    }
    // A page of another site can have a browser send cookies, and never a token.
    const isByToken = bearerToken(request) !== null;
    if (!isByToken && !SAFE_METHODS.has(request.method) && !isSameOrigin(workspace, request.headers, host)) {
      tellAudit(request, { isNothing: true });
      return refuse(request, reply, 403, "origin_not_allowed", "A page of another site may not change anything here.");
    }
    const needed = neededFor(request);
    if (needed === "anyone") return undefined;
    const caller = await callerOf(workspace, request);
    if (caller === null) {
      reply.header("www-authenticate", 'Bearer realm="Winnow"');
      return refuse(request, reply, 401, "sign_in_needed", await whySignIn(workspace, isByToken));
    }
    if (caller.kind !== "at-machine") {
      request.acting.by = caller.account.username;
      request.acting.userId = caller.account.userId;
    }
    return mayCall(caller, needed) ? undefined : refuse(request, reply, 403, "not_allowed", whyNot(caller, needed));
  });
}

/** States for every route that is declared in this scope from now on who may call it, where the route does not. */
export function stateForAll(scope: FastifyInstance, permission: RoutePermission): void {
  scope.addHook("onRoute", (options) => {
    options.config = { permission, ...options.config };
  });
}

/** What a request needs: what its route states, and a sign-in where no route is, so that nothing shows which there are. */
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
  // What a refused request still sends would otherwise have to be read before the connection serves another.
  if (request.headers["content-length"] !== undefined || request.headers["transfer-encoding"] !== undefined) {
    reply.header("connection", "close");
  }
  return sendProblem(request, reply, problem(id, status, detail));
}

async function whySignIn(workspace: Workspace, isByToken: boolean): Promise<string> {
  if (await isOpen(workspace)) {
    return "Nobody has an account yet, and without one Winnow answers only at its own machine. Make the first one there.";
  }
  return isByToken ? "The API token is not valid: it was deleted, is over, or its account was shut." : "Sign in first.";
}

function whyNot(caller: Caller, needed: RoutePermission): string {
  if (caller.kind !== "token") return `This is not for the role you have, ${roleOf(caller)}. Ask an owner.`;
  return isTokenScope(needed)
    ? "The API token was not made for this. Make one with another scope, or do it signed in."
    : "No API token may touch accounts, tokens, sessions, passwords or second factors. Do it signed in.";
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
    // A proxy may ask under another name than the page was opened under.
    if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
    return origin === `http://${host}` || origin === `https://${host}`;
  }
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}
