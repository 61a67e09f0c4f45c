import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWinnow, type TestWinnow } from "#test/harness.ts";

let winnow: TestWinnow;
let pageFolder: string;

beforeAll(async () => {
  pageFolder = await mkdtemp(join(tmpdir(), "winnow-page-"));
  await writeFile(join(pageFolder, "index.html"), "<!doctype html><title>Winnow</title>");
  winnow = await openWinnow("sqlite", { pageFolder });
});
afterAll(async () => {
  await winnow.close();
  await rm(pageFolder, { recursive: true });
});

const RULE = { name: "Fair", keywords: ["fair"] };

describe("who may call", () => {
  test.each([
    ["another site's name that resolves here", "evil.example"],
    ["the same with a port", "evil.example:3000"],
    ["a name that only begins like loopback", "127.0.0.1.evil.example"],
    ["a name that only begins like localhost", "localhost.evil.example"],
    ["the user part of an address", "localhost@evil.example"],
    ["every interface", "0.0.0.0:3000"],
    ["an address of the network", "192.168.1.20:3000"],
    ["nonsense", "[::1"],
  ])("no page under %s", async (_, host) => {
    for (const url of ["/api/rules", "/", "/api/events", "/healthz"]) {
      const answer = await winnow.app.inject({ url, headers: { host } });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ type: "urn:winnow:problem:host_not_allowed", status: 403 });
    }
  });

  test.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "winnow.localhost:3000", "LOCALHOST"])(
    "this machine's own %s",
    async (host) => {
      expect((await winnow.app.inject({ url: "/api/rules", headers: { host } })).statusCode).toBe(200);
    },
  );

  test.each<[string, Record<string, string>]>([
    ["of another site", { origin: "https://evil.example" }],
    ["of another port", { origin: "http://localhost:8080" }],
    ["without an origin of its own", { origin: "null" }],
    ["that says so in another way", { "sec-fetch-site": "cross-site" }],
    ["of a sibling site", { "sec-fetch-site": "same-site" }],
    ["whose origin only begins like ours", { origin: "http://localhost:3000.evil.example" }],
  ])("no change from a page %s", async (_, headers) => {
    const before = await winnow.ok("GET /api/rules");
    for (const key of ["POST /api/rules", "POST /api/sync-leads", "PUT /api/settings"] as const) {
      const answer = await winnow.call(key, { body: RULE, headers: { host: "localhost:3000", ...headers } });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ type: "urn:winnow:problem:origin_not_allowed" });
    }
    expect(await winnow.ok("GET /api/rules")).toEqual(before);
  });

  test.each<[string, Record<string, string>]>([
    ["our page", { origin: "http://localhost:3000" }],
    ["our page behind TLS", { origin: "https://localhost:3000" }],
    ["our page, said in another way", { "sec-fetch-site": "same-origin" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["a program", {}],
  ])("a change from %s", async (_, headers) => {
    const created = await winnow.ok("POST /api/rules", { body: RULE, headers: { host: "localhost:3000", ...headers } });
    expect(created.name).toBe(RULE.name);
  });
});

describe("what every answer carries", () => {
  test.each([
    ["the page", "/"],
    ["a screen's address", "/leads"],
    ["a list", "/api/rules"],
    ["a problem", "/api/nothing"],
    ["a refusal", "/api/leads/unknown"],
  ])("%s", async (_, url) => {
    const { headers } = await winnow.app.inject({ url, headers: { host: "localhost:3000" } });
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    const policy = String(headers["content-security-policy"]).split(";");
    expect(policy).toEqual([
      "default-src 'self'",
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  test("the event stream carries them too", async () => {
    const url = await winnow.app.listen({ host: "127.0.0.1", port: 0 });
    const leave = new AbortController();
    const { headers, status } = await fetch(`${url}/api/events`, { signal: leave.signal });
    leave.abort();
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  });

  test("the page of a screen is the page, and is asked for each time", async () => {
    for (const url of ["/", "/leads", "/leads/7", "/nothing/at/all"]) {
      const answer = await winnow.app.inject({ url });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain("<title>Winnow</title>");
      expect(answer.headers["cache-control"]).toBe("no-cache");
    }
  });
});
