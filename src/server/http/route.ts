import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { z } from "zod";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey, type Endpoints } from "#shared/contract/endpoints.ts";
import type { Permission } from "#shared/roles.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";

type Parsed<K extends EndpointKey, Part extends "params" | "query" | "headers" | "body"> =
  Endpoints[K] extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

/** A permission of the contract, that of the operator's monitoring, or `mcp`: any API token. */
export type RoutePermission = Permission | "metrics" | "mcp";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route; a route without one keeps the server from starting. */
    permission?: RoutePermission;
    /** The row of the endpoint table that the route serves. */
    endpoint?: EndpointKey;
  }
}

export interface RouteInput<K extends EndpointKey> {
  params: Parsed<K, "params">;
  query: Parsed<K, "query">;
  headers: Parsed<K, "headers">;
  body: Parsed<K, "body">;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * JSON text already in the contract's shape, sent as it is with the endpoint's success status unless another is given.
 */
export class JsonText {
  readonly text: string;
  readonly status: number | undefined;
  constructor(text: string, status?: number) {
    this.text = text;
    this.status = status;
  }
}

type Answer<K extends EndpointKey> = z.input<Endpoints[K]["response"]> | JsonText;

/**
 * Serves one row of the endpoint table: its schemas validate the input and strip the output, the handler gets typed
 * input and returns the contract's shape. A handler that returns undefined has sent the answer itself.
 */
export function route<K extends EndpointKey>(
  app: FastifyInstance,
  key: K,
  handler: (input: RouteInput<K>) => Promise<Answer<K> | undefined>,
): void {
  const endpoint: Endpoint = endpoints[key];
  const [method, path] = key.split(" ") as [HTTPMethods, string];
  const status = endpoint.status ?? 200;
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/gu, ":$1"),
    config: { permission: endpoint.permission, endpoint: key },
    schema: {
      summary: endpoint.summary,
      tags: [path.split("/")[2] ?? "api"],
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.headers && { headers: endpoint.headers }),
      ...(endpoint.body && { body: endpoint.body }),
      response: Object.fromEntries([status, endpoint.otherStatus ?? status].map((code) => [code, endpoint.response])),
    },
    async handler(request, reply) {
      const answer = await handler({
        params: request.params as Parsed<K, "params">,
        query: request.query as Parsed<K, "query">,
        headers: request.headers as Parsed<K, "headers">,
        body: request.body as Parsed<K, "body">,
        request,
        reply,
      });
      if (answer === undefined) return reply;
      if (answer instanceof JsonText) {
        return reply
          .code(answer.status ?? status)
          .type("application/json; charset=utf-8")
          .send(answer.text);
      }
      return reply.code(status).send(status === 204 ? undefined : answer);
    },
  });
}

/** Sets the default permission of every route declared later in this scope. */
export function defaultPermission(scope: FastifyInstance, permission: RoutePermission): void {
  scope.addHook("onRoute", (options) => {
    options.config = { permission, ...options.config };
  });
}

/** Sends an action's result; a header names the action so that it can be undone. */
export function answerAction<T>(reply: FastifyReply, { done, actId }: Acted<T>): T {
  if (actId !== null) reply.header("x-act-id", actId);
  return done;
}

/** What an endpoint answers; anything if it answers nothing. */
type Done<K extends EndpointKey, Sent = z.input<Endpoints[K]["response"]>> = [Sent] extends [null] ? unknown : Sent;

/** Serves an endpoint that is an action, and sends its result. */
export function actionRoute<K extends EndpointKey>(
  app: FastifyInstance,
  key: K,
  action: (input: RouteInput<K>) => Promise<Acted<Done<K> | JsonText>>,
): void {
  route(app, key, async (input) => {
    const done = answerAction(input.reply, await action(input));
    // Where nothing is answered, this isn't sent.
    return (done ?? null) as Answer<K>;
  });
}
