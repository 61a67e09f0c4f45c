import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");

/** The packages that a module and its static imports load. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  seen.add(file);
  const statements = readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^;]*?(?:from )?"([^"]+)";/gmu);
  for (const [, name = ""] of statements) {
    const path = name.startsWith("#")
      ? join(SRC, name.slice(1))
      : name.startsWith(".")
        ? join(dirname(file), name)
        : "";
    if (path === "") seen.add(name);
    else if (!seen.has(path)) packagesOf(path, seen);
  }
  return seen;
}

// Each takes memory in every idle server. node:http, as an ES module, also loads fetch and WebSocket.
test("the server starts without what few requests use", () => {
  const loaded = packagesOf(join(SRC, "server/main.ts"));
  expect(loaded).toContain("fastify");
  const onDemand = [
    "node:http",
    "undici",
    "@fastify/swagger",
    "@fastify/swagger-ui",
    "@googleapis/sheets",
    "@modelcontextprotocol/server",
    "@opentelemetry/sdk-trace",
    "@zxcvbn-ts/core",
    "google-auth-library",
    "imapflow",
    "nodemailer",
    "openid-client",
    "pg",
    "playwright-core",
    "postal-mime",
    "sanitize-html",
    "unhomoglyph",
  ];
  expect(onDemand.filter((name) => loaded.has(name))).toEqual([]);
});
