import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Problem } from "#shared/contract/common.ts";
import { exactly, openWinnow, type TestWinnow } from "#test/harness.ts";

let winnow: TestWinnow;
beforeAll(async () => {
  winnow = await openWinnow("sqlite");
  await winnow.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => winnow.close());

test.each([
  ["headers beyond any measure", `GET /api/rules HTTP/1.1\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, 431],
  ["no HTTP at all", "EHLO mail.example\r\n\r\n", 400],
  ["a broken header", "GET / HTTP/1.1\r\nhost\0: x\r\n\r\n", 400],
])("%s gets a problem", async (_, sent, status) => {
  const { port } = winnow.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(sent);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `, "u"));
  expect(head).toContain("content-type: application/problem+json; charset=utf-8");
  expect(exactly(Problem, JSON.parse(body)).status).toBe(status);
});
