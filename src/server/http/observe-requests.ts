import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { actAs, acting, OWNER, type Acting } from "#server/platform/acting.ts";
import type { Log } from "#server/platform/log.ts";
import { httpRequestDuration } from "#server/platform/metrics.ts";
import { beginSpan, isTracing, type OpenSpan } from "#server/platform/tracing.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The actor of the request; set when the caller is identified. */
    acting: Acting;
    span: OpenSpan | null;
    /** Refused under load: logged separately and kept out of the audit log. */
    isPutOff: boolean;
  }
  interface FastifyContextConfig {
    /** The response ends when the client leaves, so its duration is meaningless. */
    isEndless?: boolean;
  }
}

const SLOW_MILLISECONDS = 1_000;
/** For unmatched routes: the path itself may name people. */
const NO_ROUTE = "none";

/**
 * Handles each request within its context: the actor, the id (`X-Request-Id` in the answer, `reqId` in the log) and a
 * span. At its end it writes one log line, at `info` if it failed or was slow, else at `debug`, and records its time.
 * All three use the route's pattern, never the path.
 */
export function observeRequests(app: FastifyInstance, log: Log): void {
  app.decorateRequest("acting");
  app.decorateRequest("span", null);
  app.decorateRequest("isPutOff", false);

  app.addHook("onRequest", (request, reply, done) => {
    // An MCP tool makes its calls within its own request.
    const { via, rehearses = false } = acting();
    request.acting = { by: OWNER, userId: null, requestId: request.id, ...(via !== undefined && { via, rehearses }) };
    reply.header("x-request-id", request.id);
    if (isTracing()) request.span = spanOf(request);
    within(request, done);
  });

  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode: status } = reply;
    if (request.span !== null) {
      request.span.set({ "http.response.status_code": status });
      if (status >= 500) request.span.fail(String(status));
      request.span.end();
    }
    if (request.routeOptions.config.isEndless !== true) {
      httpRequestDuration.observe(
        { route: routeOf(request), method: request.method, status: `${Math.floor(status / 100)}xx` },
        reply.elapsedTime / 1_000,
      );
    }
    logRequest(log, request, reply);
    done();
  });
}

function spanOf(request: FastifyRequest): OpenSpan | null {
  return beginSpan(`${request.method} ${routeOf(request)}`, {
    kind: "server",
    parent: headerText(request.headers["traceparent"]),
    attributes: {
      "http.request.method": request.method,
      "http.route": routeOf(request),
      "winnow.request_id": request.id,
    },
  });
}

function within(request: FastifyRequest, work: () => void): void {
  const act = (): void => actAs(request.acting, work);
  if (request.span === null) act();
  else request.span.within(act);
}

function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status, elapsedTime } = reply;
  const isSlow = elapsedTime > SLOW_MILLISECONDS && request.routeOptions.config.isEndless !== true;
  const level = (status >= 500 && !request.isPutOff) || isSlow ? "info" : "debug";
  if (!log.isLevelEnabled(level)) return;
  const { id: reqId, method } = request;
  log[level]({ reqId, method, route: routeOf(request), status, milliseconds: Math.round(elapsedTime) }, "request");
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? NO_ROUTE;
}

function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
