import { afterEach, beforeEach, expect, test } from "vitest";
import { startOtlpPeer, type OtlpPeer, type SentSpan } from "#test/peers/otlp/otlp-peer.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { API_KEY } from "#test/http/endpoint-examples.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";

let collector: OtlpPeer;
let server: ServerProcess | null = null;
beforeEach(async () => {
  collector = await startOtlpPeer();
});
afterEach(async () => {
  await server?.kill();
  server = null;
  await collector.close();
});

async function start(env: Record<string, string>): Promise<ServerProcess> {
  server = await startServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...env } });
  return server;
}

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

function named(name: string): SentSpan[] {
  return collector.spans.filter((span) => span.name === name);
}

test("a request is a span of the caller's trace that contains the database's work and no names", async () => {
  const { url } = await start({
    OTEL_SERVICE_NAME: "leads",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=of-the-operator",
  });
  const answer = await post(
    `${url}/api/leads?marked=ada@analytical.example`,
    { name: "Ada Lovelace", email: "ada@analytical.example" },
    { traceparent: `00-${TRACE}-${CALLER}-01` },
  );
  expect(answer.status).toBe(201);
  expect(await server?.stop()).toBe(0);

  const [request] = named("POST /api/leads");
  expect(request).toMatchObject({
    traceId: TRACE,
    parentSpanId: CALLER,
    kind: "server",
    failed: false,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/api/leads",
      "http.response.status_code": 201,
      "winnow.request_id": answer.headers.get("x-request-id"),
    },
    resource: { "service.name": "leads", "deployment.environment.name": "test", "winnow.role": "all" },
  });
  const within = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(within).toContainEqual(expect.objectContaining({ name: "store transaction", kind: "client", traceId: TRACE }));
  expect(collector.headers()).toMatchObject({ "x-collector-key": "of-the-operator" });
  const sent = Buffer.concat(collector.received).toString("latin1");
  expect(sent).toContain("/api/leads");
  for (const mark of ["Ada", "Lovelace", "analytical"]) expect(sent).not.toContain(mark);
});

test("a request to another server is a span, too, which fails with it", async () => {
  const google = await startGooglePeer();
  google.addApiKey(API_KEY);
  google.setSheet("some-spreadsheet", "Sheet1", sampleLeads(3));
  const { url } = await start({
    WINNOW_GOOGLE_SHEETS_URL: google.sheetsUrl,
    WINNOW_GOOGLE_TOKEN_URL: google.tokenUrl,
  });
  const config = { spreadsheetId: "some-spreadsheet", authMethod: "api_key", apiKey: API_KEY };
  // Nobody has shared it.
  await post(`${url}/api/data-sources/test`, { type: "google_sheets", config });
  google.spreadsheet("some-spreadsheet").isPublic = true;
  await post(`${url}/api/data-sources/test`, { type: "google_sheets", config });
  expect(await server?.stop()).toBe(0);
  await google.close();

  const asked = named("Google Sheets");
  expect(asked.map(({ failed }) => failed)).toContain(true);
  expect(asked.map(({ failed }) => failed)).toContain(false);
  const requests = named("POST /api/data-sources/test");
  expect(new Set(asked.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set(requests.map(({ spanId }) => spanId)));
  expect(Buffer.concat(collector.received).toString("latin1")).not.toContain("some-spreadsheet");
});

test("a collector that is gone or answers nonsense delays nothing", async () => {
  await collector.close();
  const running = await start({ OTEL_BSP_SCHEDULE_DELAY: "10", OTEL_EXPORTER_OTLP_TIMEOUT: "100" });
  expect((await fetch(`${running.url}/api/rules`)).status).toBe(200);
  await expect.poll(() => running.output()).toContain("traces not sent");
  expect((await fetch(`${running.url}/api/rules`)).status).toBe(200);
  expect(await server?.stop()).toBe(0);
  collector = await startOtlpPeer();
});

// trace-env.test.ts covers the ways to switch them off.
test("a ratio of 0 sends nothing", async () => {
  const { url } = await start({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" });
  expect((await fetch(`${url}/api/rules`)).status).toBe(200);
  expect(await server?.stop()).toBe(0);
  expect(collector.spans).toEqual([]);
});

test("respects a caller's decision not to record a trace", async () => {
  const { url } = await start({});
  await fetch(`${url}/api/rules`, { headers: { traceparent: `00-${TRACE}-${CALLER}-00` } });
  await fetch(`${url}/api/settings`, { headers: { traceparent: "nonsense" } });
  expect(await server?.stop()).toBe(0);
  expect(named("GET /api/rules")).toEqual([]);
  expect(named("GET /api/settings")).toHaveLength(1);
});
