import { expect, test } from "vitest";
import { isLoopbackHost } from "#server/platform/loopback.ts";

test.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["localhost", true],
  ["LOCALHOST.", true],
  ["app.localhost", true],
  ["::1", true],
  ["[::1]", true],
  ["0.0.0.0", false],
  ["::", false],
  ["10.0.0.1", false],
  ["example.com", false],
  ["localhost.evil.example", false],
  ["127.0.0.1.evil.example", false],
  ["", false],
])("%s is this machine: %s", (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
