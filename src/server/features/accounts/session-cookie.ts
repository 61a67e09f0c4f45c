import type { FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "#shared/limits.ts";
import type { Workspace } from "#server/workspace.ts";

const NAME = "winnow_session";
const BROWSER = "winnow_browser";
const DAY_SECONDS = 86_400;

/** Whether cookies are limited to TLS: the public address is https, or a trusted proxy reports that the request was. */
function isBehindTls({ publicUrl }: Workspace, request: FastifyRequest): boolean {
  return request.protocol === "https" || (publicUrl?.startsWith("https:") ?? false);
}

/** Sets a cookie for as long as a session may last. */
function setter(name: string) {
  return (workspace: Workspace, request: FastifyRequest, reply: FastifyReply, value: string): void =>
    setCookie(workspace, request, reply, { name, value, seconds: LIMITS.account.sessionDays * DAY_SECONDS });
}

/** The session secret of a request; null without one. */
export function sessionOfCookies(workspace: Workspace, request: FastifyRequest): string | null {
  return readCookie(request, cookieName(workspace, request));
}

/** Stores a session's secret in the browser, unreadable to scripts and unusable by other sites' pages. */
export const setSessionCookie = setter(NAME);

/** The device secret a browser got at an earlier sign-in; null without one. */
export function browserOfCookies(workspace: Workspace, request: FastifyRequest): string | null {
  return readCookie(request, cookieName(workspace, request, BROWSER));
}

/** Remembers that someone signed in with this browser, even after signing out. */
export const setBrowserCookie = setter(BROWSER);

/** Removes the browser's session cookie. */
export function clearSessionCookie(workspace: Workspace, request: FastifyRequest, reply: FastifyReply): void {
  setCookie(workspace, request, reply, { name: NAME, value: "", seconds: 0 });
}

/** A cookie of this server by its name; null if the request has none. */
export function readCookie({ headers, server }: FastifyRequest, name: string): string | null {
  if (headers.cookie === undefined) return null;
  const value = server.parseCookie(headers.cookie)[name];
  return value === undefined || value === "" ? null : value;
}

/** The cookie's name: behind TLS one that no other host of the domain can set (RFC 6265bis, 4.1.3.2). */
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
