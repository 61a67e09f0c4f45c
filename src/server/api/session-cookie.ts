import type { FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "#shared/limits.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const NAME = "winnow_session";
const BROWSER = "winnow_browser";
const DAY_SECONDS = 86_400;

/**
 * Whether cookies are for TLS alone: the address that the operator told is one of https, or a proxy that the operator
 * named says that the request came so.
 */
function isBehindTls({ publicUrl }: Workspace, request: FastifyRequest): boolean {
  return request.protocol === "https" || (publicUrl?.startsWith("https:") ?? false);
}

/** The session's secret that a request shows; null without one. */
export function sessionOfCookies(workspace: Workspace, request: FastifyRequest): string | null {
  return readCookie(request, cookieName(workspace, request));
}

/** Has the browser keep a session's secret, where no script reads it and no other site's page can make use of it. */
export function setSessionCookie(
  workspace: Workspace,
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
): void {
  setCookie(workspace, request, reply, {
    name: NAME,
    value: secret,
    seconds: LIMITS.account.sessionDays * DAY_SECONDS,
  });
}

/** What the browser was given when somebody signed in there before; null without it. */
export function browserOfCookies(workspace: Workspace, request: FastifyRequest): string | null {
  return readCookie(request, cookieName(workspace, request, BROWSER));
}

/** Has the browser keep that somebody signed in there, also once they have signed out. */
export function setBrowserCookie(
  workspace: Workspace,
  request: FastifyRequest,
  reply: FastifyReply,
  kept: string,
): void {
  setCookie(workspace, request, reply, {
    name: BROWSER,
    value: kept,
    seconds: LIMITS.account.sessionDays * DAY_SECONDS,
  });
}

/** Has the browser forget its session. */
export function clearSessionCookie(workspace: Workspace, request: FastifyRequest, reply: FastifyReply): void {
  setCookie(workspace, request, reply, { name: NAME, value: "", seconds: 0 });
}

/** A cookie of this server by the name it was set under; null when the request brings none. */
export function readCookie({ headers, server }: FastifyRequest, name: string): string | null {
  if (headers.cookie === undefined) return null;
  const value = server.parseCookie(headers.cookie)[name];
  return value === undefined || value === "" ? null : value;
}

/** The name a cookie is set under: behind TLS one that no other host of the same domain can set (RFC 6265bis, 4.1.3.2). */
export function cookieName(workspace: Workspace, request: FastifyRequest, name: string = NAME): string {
  return isBehindTls(workspace, request) ? `__Host-${name}` : name;
}

export function setCookie(
  workspace: Workspace,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const secure = isBehindTls(workspace, request);
  reply.header(
    "set-cookie",
    reply.server.serializeCookie(cookieName(workspace, request, name), value, {
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure,
      maxAge: seconds,
    }),
  );
}
