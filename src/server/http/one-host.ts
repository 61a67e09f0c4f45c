import type { FastifyInstance } from "fastify";
import { problem, sendProblem } from "#server/http/problem.ts";

/**
 * Refuses a request that names several hosts (RFC 9112, 3.2). Node keeps the first of several Host headers and ignores
 * a host in the request target, which a proxy in front may have used instead.
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { rawHeaders, url = "/", headers } = request.raw;
    if (countHosts(rawHeaders) < 2 && isOwnTarget(url, headers.host)) return done();
    reply.header("connection", "close");
    const detail = "The request has more than one host. Send a single Host header.";
    sendProblem(request, reply, problem("host_ambiguous", 400, detail));
  });
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Whether a request target is a path, or names the same host as the header. */
function isOwnTarget(target: string, host: string | undefined): boolean {
  if (target.startsWith("/") || target === "*") return true;
  const named = URL.parse(target);
  const expected = named === null ? null : URL.parse(`${named.protocol}//${host ?? ""}`);
  return named !== null && named.username === "" && named.password === "" && named.host === expected?.host;
}
