import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { requestIds } from "#server/http/request-id.ts";

const THEIRS = "0192f7a0-0000-4000-8000-000000000001";

function idOf(proxies: readonly string[], remoteAddress: string, given: string = THEIRS): string {
  const request = { headers: { "x-request-id": given }, socket: { remoteAddress } };
  return requestIds(proxies)(request as unknown as IncomingMessage);
}

test.each([
  [["192.0.2.1"], "192.0.2.1"],
  [["192.0.2.1"], "::ffff:192.0.2.1"],
  [["192.0.2.0/24"], "192.0.2.77"],
  [["2001:db8::/32"], "2001:db8::1"],
  [["loopback"], "127.0.0.1"],
  [["192.0.2.1", "uniquelocal"], "10.1.2.3"],
])("the proxies %j are trusted for requests from %s", (proxies, address) => {
  expect(idOf(proxies, address)).toBe(THEIRS);
});

test.each([
  [[], "127.0.0.1"],
  [["192.0.2.1"], "192.0.2.2"],
  [["192.0.2.1"], ""],
  [["loopback"], "192.0.2.1"],
])("with the proxies %j one at %s isn't", (proxies, address) => {
  expect(idOf(proxies, address)).toMatch(/^[\da-f-]{36}$/u);
  expect(idOf(proxies, address)).not.toBe(THEIRS);
});

test.each(["", "ada@analytical.example", `${THEIRS}\n`, THEIRS.toUpperCase(), "7"])(
  "rejects an ID that isn't a UUID: %j",
  (given) => {
    expect(idOf(["192.0.2.1"], "192.0.2.1", given)).not.toBe(given);
  },
);
