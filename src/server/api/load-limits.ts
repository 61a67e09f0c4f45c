import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { LIMITS } from "#shared/limits.ts";
import { tellAudit } from "#server/api/audit.ts";
import { problem, sendProblem } from "#server/api/problem.ts";
import { createConcurrencyLimit } from "#server/platform/concurrency-limit.ts";
import { watchLoopDelay } from "#server/platform/loop-delay.ts";

export type LoadLimits = typeof LIMITS.load;

/** How often the server looks for requests that take too long to arrive; it is told this when it is made. */
export const CHECK_MILLISECONDS = 2_000;

const REFUSALS_TOLD_EVERY_MILLISECONDS = 10_000;

/** Routes whose body is a file: it may take as long as the slowest line that a file of the largest size is sent over. */
const isUpload = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === "POST" && routeOptions.url === "/api/imports";

/** What waits for a job, a file or somebody else's server, as POST and PUT do, says nothing of how fast this one is. */
const isShort = ({ method }: FastifyRequest): boolean => method !== "POST" && method !== "PUT";

/**
 * Keeps the server standing under more than it can do, and before clients that never finish. What it cannot do soon it
 * refuses at once (503 with Retry-After, RFC 9110, 15.6.4): of requests that wait for something else, as for the
 * database, those beyond `underWay` at a time, of short ones fewer while they take longer than `slowMilliseconds`; of
 * those that wait for this process itself, those that waited longer than `loopMilliseconds` while all did for
 * `patienceMilliseconds`. Signing in, health and the page's files are never among them. Headers, bodies and answers that
 * come or go too slowly lose their connection (slowloris). Sockets beyond `connections` are closed unheard.
 */
export function limitLoad(app: FastifyInstance, limits: LoadLimits = LIMITS.load): void {
  const { server } = app;
  server.headersTimeout = limits.headerMilliseconds;
  server.requestTimeout = limits.uploadMilliseconds;
  server.maxConnections = limits.connections;
  server.maxHeadersCount = limits.headers;
  const underWay = new Set<FastifyRequest>();
  /** Of those that wait for nothing but the database, when each was taken on. */
  const measured = new Map<FastifyRequest, number>();
  const concurrency = createConcurrencyLimit({
    most: limits.underWay,
    least: Math.min(limits.underWay, limits.underWayAtLeast),
    slowMilliseconds: limits.slowMilliseconds,
  });
  const loop = watchLoopDelay(limits.loopMilliseconds, limits.patienceMilliseconds);
  app.addHook("onClose", async () => loop.end());

  app.addHook("onRequest", async (request, reply) => {
    const { permission, isEndless } = request.routeOptions.config;
    // Streams have a limit of their own.
    if (permission === "anyone" || isEndless === true) return undefined;
    const isFull = underWay.size >= limits.underWay || (isShort(request) && measured.size >= concurrency.limit);
    if (isFull || loop.isOverrun()) {
      // Nothing was done, and saying so would ask the database.
      tellAudit(request, { isNothing: true });
      request.isPutOff = true;
      tellOfRefusals(app.log);
      const detail = "More is asked of this server than it can do right now. Try again in a moment.";
      return sendProblem(request, reply, { ...problem("overloaded", 503, detail), retryAfter: 1 });
    }
    underWay.add(request);
    if (isShort(request)) measured.set(request, performance.now());
    reply.raw.once("close", () => {
      // Who went away says how long it was at least.
      const waited = performance.now() - (measured.get(request) ?? Infinity);
      if (waited > limits.slowMilliseconds) concurrency.ended(waited);
      end(request);
    });
    return undefined;
  });

  function end(request: FastifyRequest): void {
    underWay.delete(request);
    measured.delete(request);
  }

  /** A line for each would be more work than was refused. */
  let refused = 0;
  let told = -Infinity;
  function tellOfRefusals(log: FastifyBaseLogger): void {
    refused += 1;
    if (performance.now() - told < REFUSALS_TOLD_EVERY_MILLISECONDS) return;
    log.warn({ refused }, "overloaded: requests refused since this was last said");
    told = performance.now();
    refused = 0;
  }

  app.addHook("preParsing", async (request, reply) => {
    if (isUpload(request)) return;
    const socket = request.raw.socket;
    const late = setTimeout(() => {
      if (!request.raw.complete) socket.destroy();
    }, limits.bodyMilliseconds);
    const done = (): void => clearTimeout(late);
    request.raw.once("end", done);
    reply.raw.once("close", done);
  });

  app.addHook("onSend", async (request, reply) => {
    const begun = measured.get(request);
    if (begun !== undefined) concurrency.ended(performance.now() - begun);
    // What is being sent is no work: an export that is read slowly takes nobody's turn.
    end(request);
    // A reader who takes nothing for so long has gone; the next request on the connection begins anew.
    reply.raw.setTimeout(limits.readerMilliseconds, () => reply.raw.destroy());
  });
}
