import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";

interface Operation {
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
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
  const { summary, params, query, body, status }: Endpoint = endpoints[key];
  expect(operation?.summary).toBe(summary);
  const places = operation?.parameters?.map((parameter) => parameter.in) ?? [];
  expect(places.includes("path")).toBe(params !== undefined);
  expect(places.includes("query")).toBe(query !== undefined);
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(body === undefined ? [] : ["application/json"]);
  const answer = operation?.responses[status ?? 200];
  expect(answer?.description).not.toBeUndefined();
  expect(Object.keys(answer?.content ?? {})).toEqual(status === 204 ? [] : ["application/json"]);
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
