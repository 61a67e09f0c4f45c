import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { LIMITS } from "#shared/limits.ts";
import { problem, sendProblem } from "#server/http/problem.ts";
import { createConcurrencyLimit } from "#server/platform/concurrency-limit.ts";
import { watchLoopDelay } from "#server/http/loop-delay.ts";

export type LoadLimits = typeof LIMITS.load;

/** How often the server checks for requests that arrive too slowly; a server option. */
export const CHECK_MILLISECONDS = 2_000;

const REFUSAL_LOG_INTERVAL_MILLISECONDS = 10_000;

/** Routes whose body is a file: it may take as long as the largest file on the slowest supported connection. */
const isUpload = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === "POST" && routeOptions.url === "/api/imports";

/** POST and PUT often wait for a job, a file or another server, so their duration says nothing about this one. */
const isShort = ({ method }: FastifyRequest): boolean => method !== "POST" && method !== "PUT";

/** Whether a request has a body (RFC 9112, 6.3). */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/**
 * Keeps the server responsive under overload and against clients that never finish. What it can't do soon it refuses
 * with 503 and Retry-After (RFC 9110, 15.6.4): requests beyond `underWay` that wait for something else such as the
 * database, fewer short ones while they take longer than `slowMilliseconds`; and those that waited for this process
 * longer than `loopMilliseconds` while all did for `patienceMilliseconds`. Signing in, health and the page's files are
 * exempt. Headers, bodies and answers that move too slowly lose their connection (slowloris). Connections beyond
 * `connections` are closed immediately.
 */
export function limitLoad(app: FastifyInstance, limits: LoadLimits = LIMITS.load): void {
  const { server } = app;
  server.headersTimeout = limits.headerMilliseconds;
  server.requestTimeout = limits.uploadMilliseconds;
  server.maxConnections = limits.connections;
  server.maxHeadersCount = limits.headers;
  const underWay = new Set<FastifyRequest>();
  /** When each request that waits only for the database was accepted. */
  const measured = new Map<FastifyRequest, number>();
  const concurrency = createConcurrencyLimit({
    most: limits.underWay,
    least: Math.min(limits.underWay, limits.underWayAtLeast),
    slowMilliseconds: limits.slowMilliseconds,
  });
  const loop = watchLoopDelay(limits.loopMilliseconds, limits.patienceMilliseconds);
  app.addHook("onClose", async () => loop.end());

  app.addHook("onRequest", (request, reply, done) => {
    const { permission, isEndless } = request.routeOptions.config;
    // Streams have their own limit.
    if (permission === "anyone" || isEndless === true) return done();
    const isFull = underWay.size >= limits.underWay || (isShort(request) && measured.size >= concurrency.limit);
    if (isFull || loop.isOverrun()) {
      // Also keeps it out of the audit log, which would cost a write.
      request.isPutOff = true;
      logRefusal(app.log);
      const detail = "The server is busy. Try again in a moment.";
      sendProblem(request, reply, { ...problem("overloaded", 503, detail), retryAfter: 1 });
      return;
    }
    underWay.add(request);
    if (isShort(request)) measured.set(request, performance.now());
    reply.raw.once("close", () => {
      // A client that left waited at least this long.
      const waited = performance.now() - (measured.get(request) ?? Infinity);
      if (waited > limits.slowMilliseconds) concurrency.ended(waited);
      end(request);
    });
    done();
  });

  function end(request: FastifyRequest): void {
    underWay.delete(request);
    measured.delete(request);
  }

  /** A line for each would cost more than what was refused. */
  let refused = 0;
  let loggedAt = -Infinity;
  function logRefusal(log: FastifyBaseLogger): void {
    refused += 1;
    if (performance.now() - loggedAt < REFUSAL_LOG_INTERVAL_MILLISECONDS) return;
    log.warn({ refused }, "overloaded: refused requests since the last message");
    loggedAt = performance.now();
    refused = 0;
  }

  app.addHook("preParsing", (request, reply, payload, parse) => {
    // Most requests have no body that could arrive too slowly.
    if (isUpload(request) || !hasBody(request)) return parse(null, payload);
    const socket = request.raw.socket;
    const late = setTimeout(() => {
      if (!request.raw.complete) socket.destroy();
    }, limits.bodyMilliseconds);
    const done = (): void => clearTimeout(late);
    request.raw.once("end", done);
    reply.raw.once("close", done);
    parse(null, payload);
  });

  app.addHook("onSend", (request, reply, payload, done) => {
    const begun = measured.get(request);
    if (begun !== undefined) concurrency.ended(performance.now() - begun);
    // Sending isn't work: an export that is read slowly blocks nothing.
    end(request);
    // A client that reads nothing for this long has gone; the connection's next request starts over.
    reply.raw.setTimeout(limits.readerMilliseconds, () => reply.raw.destroy());
    done(null, payload);
  });
}
