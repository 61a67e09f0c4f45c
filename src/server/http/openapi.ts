import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { defaultPermission } from "#server/http/route.ts";

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

/** The contract as OpenAPI 3.1 at `/api/openapi.json`, readable at `/api/docs`; register it before the routes. */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Winnow", version: "1", description: "Collect, score, qualify and report leads." },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(async (reader) => {
    defaultPermission(reader, "read");
    await reader.register(swaggerUi, {
      routePrefix: "/api/docs",
      staticCSP: READER_POLICY.join(";"),
      theme: { title: "Winnow API" },
      // Without the top bar, which shows another product's name and loads descriptions from anywhere.
      uiConfig: { layout: "BaseLayout" },
    });
  });
  app.get("/api/openapi.json", { config: { permission: "read" }, schema: { hide: true } }, async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(JSON.stringify(app.swagger())),
  );
}
