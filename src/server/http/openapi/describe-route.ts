import type { FastifySchema, RouteOptions } from "fastify";
import { z } from "zod";
import { Problem } from "#shared/contract/common.ts";
import { isTokenScope } from "#shared/roles.ts";
import type { RoutePermission } from "#server/http/route.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The media types of a body and an answer that are streamed, for the OpenAPI document. */
    bodyType?: string;
    answerType?: string;
  }
}

export const SECURITY_SCHEMES = {
  token: {
    type: "http",
    scheme: "bearer",
    description: "An API token, created under Account. Its scopes limit what it can call.",
  },
  session: { type: "apiKey", in: "cookie", name: "winnow_session", description: "A signed-in browser." },
} as const;

const PROBLEM = "application/problem+json";

/** The schema of a route with everything that derives from the rest: its name, who may call it, and its problems. */
export function describedSchema({ method, url, schema = {}, config }: RouteOptions): FastifySchema {
  const permission = config?.permission ?? "manage";
  const { hide } = schema as { hide?: boolean };
  if (hide === true) return schema;
  return {
    ...schema,
    operationId: operationId(String(method), url),
    security: securityOf(permission),
    response: {
      ...answerOf(schema, config?.answerType),
      ...problemsOf(schema, permission, config?.bodyType),
    },
  };
}

/** "postLeadsBatch", "getLeadsById". */
export function operationId(method: string, url: string): string {
  const words = url
    .replace(/^\/api\//u, "")
    .split("/")
    .flatMap((part) => (part.startsWith(":") ? ["by", part.slice(1)] : part.split("-")));
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
}

function answerOf({ response }: FastifySchema, type: string | undefined): object {
  if (type === undefined) return response as object;
  return { 200: { description: "OK", content: { [type]: { schema: z.string() } } } };
}

/** Tokens can't do what needs a signed-in person. */
function securityOf(permission: RoutePermission): Record<string, string[]>[] {
  if (permission === "anyone") return [];
  if (permission === "mcp" || !isTokenScope(permission)) return [{ session: [] }];
  return [{ token: [permission] }, { session: [] }];
}

function problemsOf(schema: FastifySchema, permission: RoutePermission, bodyType?: string): object {
  const { params, querystring, headers, body } = schema;
  const hasBody = body !== undefined || bodyType !== undefined;
  const isRead = [params, querystring, headers].some((part) => part !== undefined) || hasBody;
  const problems: [number | string, string, boolean][] = [
    [400, "The request can't be read", isRead],
    [401, "Not signed in, or the token isn't valid", permission !== "anyone"],
    [403, "Not allowed", true],
    [404, "Not found", params !== undefined],
    [409, "Conflicts with the current state", hasBody || params !== undefined],
    [413, "Too large", hasBody],
    [415, "Wrong media type", hasBody],
    [422, "A field isn't valid", hasBody],
    [429, "Too many requests; retry after Retry-After", true],
    ["default", "Unavailable or failed", true],
  ];
  return Object.fromEntries(
    problems.flatMap(([status, description, applies]) =>
      applies ? [[status, { description, content: { [PROBLEM]: { schema: Problem } } }]] : [],
    ),
  );
}
