import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { actAs, OWNER, type Acting } from "#server/platform/acting.ts";
import type { Log } from "#server/platform/log.ts";
import { httpRequestDuration } from "#server/platform/metrics.ts";
import { beginSpan, isTracing, type OpenSpan } from "#server/platform/tracing.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** On whose behalf it is answered; whoever finds out who asks says so here. */
    acting: Acting;
    span: OpenSpan | null;
    /** Refused under load, of which the log is told otherwise. */
    isPutOff: boolean;
  }
  interface FastifyContextConfig {
    /** Its answer ends when the client leaves, so how long it takes says nothing. */
    isEndless?: boolean;
  }
}

const SLOW_MILLISECONDS = 1_000;
/** Where no route was matched: the path itself may name people. */
const NO_ROUTE = "none";

/**
 * Handles each request within what tells of it: on whose behalf and under which id (`X-Request-Id` in the answer, `reqId`
 * in the log), and a span. At its end: one line of the log, at `info` for what failed or was slow, else at `debug`, and its
 * time in the metrics. All three name the route's pattern, never the path.
 */
export function observeRequests(app: FastifyInstance, log: Log): void {
  app.decorateRequest("acting");
  app.decorateRequest("span", null);
  app.decorateRequest("isPutOff", false);

  app.addHook("onRequest", (request, reply, done) => {
    request.acting = { by: OWNER, userId: null, requestId: request.id };
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
    tell(log, request, reply);
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

function tell(log: Log, request: FastifyRequest, reply: FastifyReply): void {
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
