import type { FastifyInstance } from "fastify";
import { problem, sendProblem } from "#server/api/problem.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what another site's page can make a browser send to this machine: a foreign Host is DNS rebinding, a foreign
 * Origin on a change is cross-site request forgery (OWASP CSRF Prevention, "verifying origin with standard headers").
 */
export function installGuard(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    // Servers of form services and forms on other sites come under a foreign name and from a foreign page: there the
    // token in the address lets in, and nothing that a browser adds by itself. By the matched route, not by its path.
    if (request.routeOptions.config.isForStrangers === true) return undefined;
    const host = request.headers.host ?? "";
    if (!isLoopbackHost(hostName(host))) {
      return sendProblem(
        request,
        reply,
        problem("host_not_allowed", 403, "This server answers only under the address it was started with."),
      );
    }
    if (!SAFE_METHODS.has(request.method) && !isSameOrigin(request.headers, host)) {
      return sendProblem(
        request,
        reply,
        problem("origin_not_allowed", 403, "A page of another site may not change anything here."),
      );
    }
    return undefined;
  });
}

function hostName(host: string): string {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return "";
  }
}

function isSameOrigin(headers: Record<string, string | string[] | undefined>, host: string): boolean {
  const { origin } = headers;
  if (typeof origin === "string") return origin === `http://${host}` || origin === `https://${host}`;
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}
