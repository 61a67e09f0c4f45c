import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Permission } from "#shared/roles.ts";
import { hostName } from "#server/http/host-name.ts";
import { AppError } from "#server/platform/errors.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";
import { mayCall, type Origin } from "#server/features/accounts/caller.ts";
import type { Undoer } from "#server/db/engine/table.ts";
import { createIdentify } from "#server/features/accounts/identify.ts";
import { createSightOf } from "#server/features/accounts/sight.ts";
import { sessionOfCookies } from "#server/features/accounts/session-cookie.ts";
import type { Workspace } from "#server/workspace.ts";

declare module "fastify" {
  interface FastifyInstance {
    identify: ReturnType<typeof createIdentify>;
    sightOf: ReturnType<typeof createSightOf>;
    /**
     * Whether others can reach the server, so that creating the first account takes the printed link. Nobody counts as
     * the person at the machine then: requests through a forwarded port, such as a container's, look local.
     */
    isSetUpByLink: boolean;
  }
  interface FastifyRequest {
    /** The result of `callerOf`; undefined until its first call. */
    caller: ReturnType<FastifyInstance["identify"]> | undefined;
  }
}

/** Adds what `callerOf` needs to the server and its requests. */
export function installCallers(app: FastifyInstance, workspace: Workspace, host: string): void {
  app.decorate("identify", createIdentify(workspace));
  app.decorate("sightOf", createSightOf(workspace));
  app.decorate("isSetUpByLink", !isLoopbackHost(host));
  app.decorateRequest("caller", undefined);
}

/** Who makes a request, looked up once; null for an unknown caller. Not a promise if the answer is in memory. */
export function callerOf(workspace: Workspace, request: FastifyRequest): NonNullable<FastifyRequest["caller"]> | null {
  if (request.caller === undefined) {
    const shown = {
      session: sessionOfCookies(workspace, request),
      token: bearerToken(request),
      isAtMachine: () => !request.server.isSetUpByLink && isAtMachine(request),
    };
    request.caller = request.server.identify(shown, request.ip);
  }
  return request.caller;
}

/** Throws not_allowed (403) with this message if the caller lacks a permission that the route alone doesn't require. */
export async function requireAllowed(
  workspace: Workspace,
  request: FastifyRequest,
  needed: Permission,
  otherwise: string,
): Promise<void> {
  if (!(await isAllowed(workspace, request, needed))) throw new AppError("not_allowed", 403, otherwise);
}

/** Who a request's changes are made by, for records that only some may change. */
export async function changingAs(workspace: Workspace, request: FastifyRequest): Promise<Required<Undoer>> {
  return { mayManage: await isAllowed(workspace, request, "manage"), userId: request.acting.userId };
}

/** Whether the caller has a permission that the route alone doesn't require. */
export async function isAllowed(workspace: Workspace, request: FastifyRequest, needed: Permission): Promise<boolean> {
  const caller = await callerOf(workspace, request);
  return caller !== null && mayCall(caller, needed);
}

/** Where a request comes from; behind a trusted proxy, the origin that it reports. */
export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
}

/** The token after "Bearer" (RFC 6750, 2.1); null without one. */
export function bearerToken({ headers }: FastifyRequest): string | null {
  const { authorization } = headers;
  return authorization === undefined ? null : (/^bearer +(\S+)$/iu.exec(authorization)?.[1] ?? null);
}

/** Headers that proxies add, in addition to those that begin with x-forwarded-. */
const OF_PROXIES: ReadonlySet<string> = new Set(["forwarded", "via", "x-real-ip"]);

/**
 * Whether a request comes from a program on this machine. A forwarded request can come from anywhere; most proxies add
 * a header, and for the rest the requested host name or HTTP/1.0 gives it away: nginx speaks that to its upstream by
 * default, and no browser has for decades.
 */
function isAtMachine({ headers, raw }: FastifyRequest): boolean {
  const isPassedOn = Object.keys(headers).some((name) => OF_PROXIES.has(name) || name.startsWith("x-forwarded-"));
  if (isPassedOn || raw.httpVersion === "1.0" || !isLoopbackHost(hostName(headers.host ?? ""))) return false;
  return isLoopbackHost(addressOf(raw.socket.remoteAddress ?? ""));
}

/** Strips the prefix under which a dual-stack socket names an IPv4 address (RFC 4291, 2.5.5.2). */
function addressOf(address: string): string {
  return address.replace(/^::ffff:/iu, "");
}
