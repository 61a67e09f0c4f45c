import type { FastifyRequest } from "fastify";
import type { Permission } from "#shared/roles.ts";
import { hostName } from "#server/api/host-name.ts";
import { AppError } from "#server/platform/errors.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";
import { mayCall, type Caller, type Origin } from "#server/workflows/accounts/caller.ts";
import { identify } from "#server/workflows/accounts/identify.ts";
import { sessionOfCookies } from "#server/api/session-cookie.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const callers = new WeakMap<FastifyRequest, Promise<Caller | null>>();

/** Who makes a request, found once; null when nobody that is known. */
export function callerOf(workspace: Workspace, request: FastifyRequest): Promise<Caller | null> {
  let caller = callers.get(request);
  if (caller === undefined) {
    const shown = {
      session: sessionOfCookies(workspace, request),
      token: bearerToken(request),
      isAtMachine: isAtMachine(request),
    };
    caller = identify(workspace, shown, originOf(request));
    callers.set(request, caller);
  }
  return caller;
}

/** Throws not_allowed (403) with these words where who makes a request may not do what its route alone does not decide. */
export async function requireAllowed(
  workspace: Workspace,
  request: FastifyRequest,
  needed: Permission,
  otherwise: string,
): Promise<void> {
  const caller = await callerOf(workspace, request);
  if (caller === null || !mayCall(caller, needed)) throw new AppError("not_allowed", 403, otherwise);
}

/** Where a request comes from: behind a proxy that the operator named, what that says. */
export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
}

/** What follows "Bearer" (RFC 6750, 2.1); null without it. */
export function bearerToken({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+)$/iu.exec(headers.authorization ?? "")?.[1] ?? null;
}

/** Headers that proxies add, beside those that begin with x-forwarded-. */
const OF_PROXIES: ReadonlySet<string> = new Set(["forwarded", "via", "x-real-ip"]);

/**
 * Whether a request comes from a program of this machine: what a proxy passes on comes from anywhere, as it mostly says,
 * and else the name tells under which somebody asked. HTTP/1.0 is what nginx speaks to a server behind it where it is not
 * told otherwise, and no browser has spoken for decades.
 */
function isAtMachine({ headers, raw }: FastifyRequest): boolean {
  const isPassedOn = Object.keys(headers).some((name) => OF_PROXIES.has(name) || name.startsWith("x-forwarded-"));
  if (isPassedOn || raw.httpVersion === "1.0" || !isLoopbackHost(hostName(headers.host ?? ""))) return false;
  return isLoopbackHost(addressOf(raw.socket.remoteAddress ?? ""));
}

/** Without the prefix under which a socket for both versions names an IPv4 address (RFC 4291, 2.5.5.2). */
function addressOf(address: string): string {
  return address.replace(/^::ffff:/iu, "");
}
