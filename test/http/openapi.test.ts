import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { Problem } from "#shared/contract/common.ts";
import { WEBHOOK_EVENTS } from "#shared/webhook-events.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";

interface Content {
  schema: { $ref?: string; type?: string; items?: { $ref?: string; type?: string } };
  example?: unknown;
}
interface Answer {
  $ref?: string;
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, Content>;
}
interface Operation {
  operationId?: string;
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: object; example?: unknown }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
}
type Paths = Record<string, Record<string, Operation>>;
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Paths;
  webhooks: Paths;
  components: { schemas: Record<string, object>; responses: Record<string, Answer> };
}

let winnow: TestWinnow;
let document: Document;
beforeAll(async () => {
  winnow = await openWinnow("sqlite");
  document = (await winnow.app.inject({ url: "/api/openapi.json" })).json();
});
afterAll(() => winnow.close());

const keys = Object.keys(endpoints) as EndpointKey[];

test("is OpenAPI 3.1 whose references all resolve", () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/u);
  expect(document.info).toMatchObject({ title: "Winnow", version: expect.any(String) as string });
  for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/gu)) {
    const target = (pointer ?? "")
      .split("/")
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
    expect(target).toBeTypeOf("object");
  }
  // JSON Schema 2020-12, as in 3.1: null is a type, and "nullable" doesn't exist.
  expect(JSON.stringify(document)).not.toContain('"nullable"');
});

test.each(keys)("describes %s with its input and response", (key) => {
  const [method = "", path = ""] = key.split(" ");
  const operation = document.paths[path]?.[method.toLowerCase()];
  const { summary, params, query, body, status, otherStatus }: Endpoint = endpoints[key];
  expect(operation?.summary).toBe(summary);
  const places = operation?.parameters?.map((parameter) => parameter.in) ?? [];
  expect(places.includes("path")).toBe(params !== undefined);
  expect(places.includes("query")).toBe(query !== undefined);
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(body === undefined ? [] : ["application/json"]);
  const answer = operation?.responses[status ?? 200];
  expect(Object.keys(operation?.responses ?? {}).filter((code) => code.startsWith("2"))).toEqual(
    [...new Set([otherStatus ?? status ?? 200, status ?? 200])].map(String),
  );
  expect(answer?.description).not.toBeUndefined();
  expect(Object.keys(answer?.content ?? {})).toEqual(status === 204 ? [] : ["application/json"]);
});

test("every operation has a unique name, its security, named schemas and examples", () => {
  const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
  const names = operations.map(([, { operationId }]) => operationId);
  expect(new Set(names).size).toBe(names.length);
  const missing = operations.flatMap(([key, operation]) => {
    const { operationId = "", summary = "", security, parameters = [], requestBody, responses } = operation;
    const answers = Object.entries(responses);
    const bodies = [requestBody?.content, ...answers.map(([, { content }]) => content)].flatMap((content) =>
      Object.entries(content ?? {}),
    );
    return [
      /^[a-z][A-Za-z]+$/u.test(operationId) ? [] : "a name",
      summary === "" ? "a summary" : [],
      security === undefined ? "security" : [],
      parameters.filter(({ example }) => example === undefined).map(({ name }) => `an example of ${name}`),
      answers.some(([status]) => status.startsWith("2")) ? [] : "an answer",
      document.webhooks[key.replace("POST ", "")] !== undefined ||
      answers.some(([, { $ref = "" }]) => $ref.includes("Problem"))
        ? []
        : "problems",
      answers.some(([, { description }]) => description === "Default Response") ? "a description" : [],
      bodies.flatMap(([type, { schema, example }]) => {
        const of = schema.type === "array" ? schema.items : schema;
        return [
          of?.$ref === undefined && of?.type !== "string" ? `a named schema of ${type}` : [],
          type === "application/json" && example === undefined ? `an example of ${type}` : [],
        ].flat();
      }),
    ]
      .flat()
      .map((what) => `${key} lacks ${what}`);
  });
  expect(missing).toEqual([]);
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS]);
  for (const { description, content } of Object.values(document.components.responses)) {
    expect(description).not.toBe("");
    expect(Problem.safeParse(content?.["application/problem+json"]?.example).error).toBeUndefined();
  }
});

test.each(keys)("the examples of %s are valid", (key) => {
  const [method = "", path = ""] = key.split(" ");
  const operation = document.paths[path]?.[method.toLowerCase()];
  const { params, query, headers, body, response, status }: Endpoint = endpoints[key];
  const parameters = (place: string) =>
    Object.fromEntries(
      (operation?.parameters ?? []).filter((one) => one.in === place).map(({ name, example }) => [name, example]),
    );
  const json = "application/json";
  expect(params?.safeParse(parameters("path")).error?.issues).toBeUndefined();
  expect(query?.safeParse(parameters("query")).error?.issues).toBeUndefined();
  expect(headers?.safeParse(parameters("header")).error?.issues).toBeUndefined();
  expect(body?.safeParse(operation?.requestBody?.content[json]?.example).error?.issues).toBeUndefined();
  const answer = operation?.responses[status ?? 200]?.content?.[json]?.example ?? null;
  expect(response.safeParse(answer).error?.issues).toBeUndefined();
});

test("says which token scope an operation needs", () => {
  const securityOf = (path: string, method: string) => document.paths[path]?.[method]?.security;
  expect(securityOf("/api/leads/batch", "post")).toEqual([{ token: ["intake"] }, { session: [] }]);
  expect(securityOf("/api/tokens", "post")).toEqual([{ session: [] }]);
  expect(securityOf("/api/session", "post")).toEqual([]);
});

test("describes the headers of lists and of refusals", () => {
  const headersOf = (path: string): string[] =>
    Object.keys(document.paths[path]?.["get"]?.responses[200]?.headers ?? {});
  expect(headersOf("/api/leads")).toEqual(["link", "x-total-count", "x-total-count-exact"]);
  expect(headersOf("/api/gmail/emails")).toEqual(headersOf("/api/leads"));
  expect(headersOf("/api/form-submissions")).toEqual(["link"]);
  expect(headersOf("/api/rules")).toEqual([]);
  expect(Object.keys(document.components.responses["Problem429"]?.headers ?? {})).toEqual(["retry-after"]);
});

test("describes nothing that doesn't exist", async () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const streams = [
    "POST /api/imports",
    "GET /api/imports/{id}/rejects",
    "GET /api/leads/export",
    "GET /api/events",
    "GET /api/gmail/emails/{id}/message/html",
  ];
  expect(described.toSorted()).toEqual([...keys, ...streams].toSorted());
});

test("no response schema contains a secret", () => {
  for (const methods of Object.values(document.paths)) {
    for (const { responses } of Object.values(methods)) {
      expect(JSON.stringify(responses)).not.toMatch(/"(?:password|apiKey|serviceAccount|sealed\w*)":/u);
    }
  }
});

test("can be read in a browser", async () => {
  const page = await winnow.app.inject({ url: "/api/docs/" });
  expect(page.statusCode).toBe(200);
  expect(page.headers["content-type"]).toContain("text/html");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none';script-src 'self'");
  const [, script = ""] = /<script src="\.\/([^"]*swagger-ui-bundle\.js)"/u.exec(page.body) ?? [];
  expect((await winnow.app.inject({ url: `/api/docs/${script}` })).statusCode).toBe(200);
});
