import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA } from "#test/http/account-examples.ts";

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

describe("allowed callers", () => {
  test.each([
    ["another site's name that resolves here", "evil.example"],
    ["the same with a port", "evil.example:3000"],
    ["a name that only begins like loopback", "127.0.0.1.evil.example"],
    ["a name that only begins like localhost", "localhost.evil.example"],
    ["the user part of an address", "localhost@evil.example"],
    ["every interface", "0.0.0.0:3000"],
    ["an address of the network", "192.168.1.20:3000"],
    ["nonsense", "[::1"],
  ])("rejects a page under %s", async (_, host) => {
    for (const url of ["/api/rules", "/", "/api/events", "/metrics"]) {
      const answer = await winnow.app.inject({ url, headers: { host } });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ type: "urn:winnow:problem:host_not_allowed", status: 403 });
    }
    const probes = ["/healthz", "/readyz"].map((url) => winnow.app.inject({ url, headers: { host } }));
    expect((await Promise.all(probes)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "winnow.localhost:3000", "LOCALHOST"])(
    "accepts this machine's own %s",
    async (host) => {
      expect((await winnow.app.inject({ url: "/api/rules", headers: { host } })).statusCode).toBe(200);
    },
  );

  test.each<[string, Record<string, string>]>([
    ["of another site", { origin: "https://evil.example" }],
    ["of another port", { origin: "http://localhost:8080" }],
    ["with an opaque origin", { origin: "null" }],
    ["that says so in another way", { "sec-fetch-site": "cross-site" }],
    ["of a sibling site", { "sec-fetch-site": "same-site" }],
    ["whose origin only begins like ours", { origin: "http://localhost:3000.evil.example" }],
  ])("rejects a change from a page %s", async (_, headers) => {
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
  ])("accepts a change from %s", async (_, headers) => {
    const created = await winnow.ok("POST /api/rules", { body: RULE, headers: { host: "localhost:3000", ...headers } });
    expect(created.name).toBe(RULE.name);
  });
});

describe("host names", () => {
  test.each([
    // A request under another name isn't local, so without an account nobody gets access.
    ["the public address", "leads.acme.example", 401],
    ["the public address with its port", "leads.acme.example:443", 401],
    ["in capitals and with the root's dot", "Leads.Acme.Example.", 401],
    ["a name that the operator allows", "winnow.lan:3000", 401],
    ["where it listens", "192.168.1.20:3000", 401],
    ["this machine", "localhost:3000", 401],
    ["a name below the public one", "evil.leads.acme.example", 403],
    ["a name that only begins so", "leads.acme.example.evil.example", 403],
    ["every interface", "0.0.0.0:3000", 403],
    ["another address of the network", "192.168.1.21:3000", 403],
  ])("%s", async (_, host, status) => {
    const access = { host: "192.168.1.20", allowedHosts: ["winnow.lan"] };
    const other = await freshWinnow("sqlite", { publicUrl: "https://leads.acme.example", access });
    expect((await other.app.inject({ url: "/api/rules", headers: { host } })).statusCode).toBe(status);
  });

  test("a proxy that uses another name forwards changes from the public address's page", async () => {
    const other = await freshWinnow("sqlite", { publicUrl: "https://leads.acme.example" });
    const change = async (origin: string): Promise<number> =>
      (await other.call("POST /api/rules", { body: RULE, headers: { host: "127.0.0.1:3000", origin } })).statusCode;
    expect(await change("https://leads.acme.example")).toBe(201);
    expect(await change("http://leads.acme.example")).toBe(403);
    expect(await change("https://leads.acme.example.evil.example")).toBe(403);
  });

  test("CORS gives no other site's page access", async () => {
    for (const url of ["/api/rules", "/api/session", "/api/leads/export", "/"]) {
      const { headers, statusCode } = await winnow.app.inject({
        method: "OPTIONS",
        url,
        headers: {
          host: "localhost:3000",
          origin: "https://evil.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type,authorization",
        },
      });
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });

  test("trusts only a proxy that the operator named about a request's origin", async () => {
    const trusting = await freshWinnow("sqlite", { access: { trustedProxies: ["10.0.0.0/8"] } });
    await trusting.ok("POST /api/session/first-owner", { body: ADA });
    const from = async (remoteAddress: string): Promise<string> => {
      const answer = await trusting.app.inject({
        method: "POST",
        url: "/api/session",
        remoteAddress,
        headers: { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" },
        payload: ADA,
      });
      const { entries } = await trusting.ok("GET /api/audit", { query: { action: "session.create", limit: 1 } });
      return `${entries[0]?.address} ${answer.cookies[0]?.name}`;
    };
    expect(await from("10.1.2.3")).toBe("203.0.113.9 __Host-winnow_session");
    expect(await from("192.168.7.7")).toBe("192.168.7.7 winnow_session");
  });
});

describe("the headers of", () => {
  test.each([
    ["a list", "/api/rules"],
    ["a refusal", "/api/leads/unknown"],
  ])("%s mark it as data", async (_, url) => {
    const { headers } = await winnow.app.inject({ url, headers: { host: "localhost:3000" } });
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    // A page's policies would be longer than most answers.
    expect(headers).not.toHaveProperty("content-security-policy");
    for (const name of ["strict-transport-security", "x-powered-by", "access-control-allow-origin"]) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  test.each([
    ["the page", "/"],
    ["a screen's address", "/leads"],
    ["a problem where nothing is served", "/api/nothing"],
  ])("%s deny the browser what the page doesn't need", async (_, url) => {
    const { headers } = await winnow.app.inject({ url, headers: { host: "localhost:3000" } });
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["permissions-policy"]).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/u);
    expect(headers).not.toHaveProperty("strict-transport-security");
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    const policy = String(headers["content-security-policy"]).split(";");
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "frame-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
  });

  test("the event stream has them too", async () => {
    const url = await winnow.app.listen({ host: "127.0.0.1", port: 0 });
    const leave = new AbortController();
    const { headers, status } = await fetch(`${url}/api/events`, { signal: leave.signal });
    leave.abort();
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("behind https, browsers get HSTS", async () => {
    const behindTls = await freshWinnow("sqlite", { publicUrl: "https://leads.example.com" });
    for (const url of ["/api/rules", "/api/nothing", "/healthz"]) {
      const { headers } = await behindTls.app.inject({ url });
      expect(headers["strict-transport-security"]).toBe("max-age=63072000");
    }
  });

  test("no cache stores data, every cache stores files under hashed names", async () => {
    await mkdir(join(pageFolder, "assets"), { recursive: true });
    await writeFile(join(pageFolder, "assets/code-1234.js"), "export {};");
    const cached = async (url: string): Promise<unknown> => (await winnow.app.inject({ url })).headers["cache-control"];
    for (const url of ["/api/rules", "/api/leads", "/api/leads/export", "/api/nothing", "/healthz"]) {
      expect(await cached(url)).toBe("no-store");
    }
    expect(await cached("/assets/code-1234.js")).toBe("public, max-age=31536000, immutable");
    expect(await cached("/assets/none.js")).toBe("no-store");
  });

  test("the page of a screen is the app's page and is always revalidated", async () => {
    for (const url of ["/", "/leads", "/leads/7", "/nothing/at/all"]) {
      const answer = await winnow.app.inject({ url });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain("<title>Winnow</title>");
      expect(answer.headers["cache-control"]).toBe("no-cache");
    }
  });
});
