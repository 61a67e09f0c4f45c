import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import fastify, { type FastifyInstance, type RouteOptions } from "fastify";
import { WEBHOOK_EVENT_LABELS } from "#shared/webhook-events.ts";
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";
import { completed } from "#server/http/openapi/complete-document.ts";
import { describedSchema, operationId, SECURITY_SCHEMES } from "#server/http/openapi/describe-route.ts";
import { namedSchemas } from "#server/http/openapi/named-schemas.ts";

const WEBHOOK_MESSAGE = { $ref: "#/components/schemas/WebhookMessage" };

/** The page's own policy without Trusted Types: the reader writes its own markup. */
const READER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * The contract as OpenAPI 3.1 at `/api/openapi.json`, readable at `/api/docs`; register it before the routes. Few people
 * open it, so a separate app that describes the routes is built by the first request.
 */
export function openApi(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  let reader: Promise<FastifyInstance> | null = null;
  app.addHook("onClose", async () => (await reader)?.close());
  for (const url of ["/api/openapi.json", "/api/docs", "/api/docs/", "/api/docs/*"]) {
    app.get(url, { config: { permission: "read" } }, async (request, reply) => {
      const answer = await (await (reader ??= buildReader(routes))).inject({ url: request.url });
      for (const name of ["content-type", "content-security-policy", "location"]) {
        const value = answer.headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      return reply.code(answer.statusCode).send(answer.rawPayload);
    });
  }
  app.addHook("onRoute", (options) => void routes.push(options));
}

async function buildReader(routes: readonly RouteOptions[]): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
  ]);
  const schemaRegistry = await namedSchemas(routes);
  const bodyTypes = new Map<string, string>();
  const app = fastify({ exposeHeadRoutes: false });
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Winnow", version: "1", description: "Collect, score, qualify and report leads." },
      servers: [{ url: "/" }],
      components: { securitySchemes: SECURITY_SCHEMES },
      webhooks: webhooks(),
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: (document) =>
      completed(createJsonSchemaTransformObject({ schemaRegistry })(document), bodyTypes) as ReturnType<
        FastifyDynamicSwaggerOptions["transformObject"] & {}
      >,
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: READER_POLICY.join(";"),
    theme: { title: "Winnow API" },
    // Without the top bar, which shows another product's name and loads descriptions from anywhere.
    uiConfig: { layout: "BaseLayout" },
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(JSON.stringify(app.swagger())),
  );
  // Described, never called.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  for (const route of routes) {
    const { method, url, config } = route;
    if (method === "HEAD") continue;
    const schema = describedSchema(route);
    if (config?.bodyType !== undefined) bodyTypes.set(operationId(String(method), url), config.bodyType);
    app.route({ method, url, schema, handler: async () => null });
  }
  await app.ready();
  return app;
}

type Webhooks = NonNullable<
  Extract<NonNullable<FastifyDynamicSwaggerOptions["openapi"]>, { webhooks?: unknown }>["webhooks"]
>;

/** What endpoints under `/api/webhook-endpoints` receive, one per event. */
function webhooks(): Webhooks {
  const described: object = Object.fromEntries(
    Object.entries(WEBHOOK_EVENT_LABELS).map(([event, summary]) => [
      event,
      {
        post: {
          summary,
          operationId: operationId("on", `/api/${event.replace(".", "/")}`),
          security: [],
          tags: ["webhooks"],
          description:
            "Signed as in Standard Webhooks 1.0: verify webhook-signature with the endpoint's secret. Answer 2xx within 12 seconds. webhook-id is the same for every attempt.",
          parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
            name,
            in: "header",
            required: true,
            schema: { type: "string" },
          })),
          requestBody: { required: true, content: { "application/json": { schema: WEBHOOK_MESSAGE } } },
          responses: { "2XX": { description: "Received" }, "410": { description: "Turns the endpoint off" } },
        },
      },
    ]),
  );
  // The library's types know no JSON Schema.
  return described as Webhooks;
}
