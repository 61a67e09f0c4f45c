import fastify from "fastify";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Problem } from "#shared/contract/common.ts";
import { readRefused } from "#server/http/read-refused.ts";
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

test.each([
  ["with its length", (body: string) => `content-length: ${body.length}\r\n\r\n${body}`],
  [
    "in chunks",
    (body: string) => `transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ],
])("a body over the limit, sent %s before reading, gets its 413 and keeps the connection", async (_, framed) => {
  const { port } = winnow.app.server.address() as AddressInfo;
  const head = `POST /api/leads HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n`;
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  await once(socket, "connect");
  const rest = new Promise((resolve) => socket.write(head + framed("x".repeat(20_000_000)), resolve));
  await rest;
  socket.end(`GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`);
  const answers = await text(socket);
  expect(answers.match(/HTTP\/1\.1 \d+/gu)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  expect(answers).toContain("The request is larger than 1 MB. Send less at once.");
});

test("a body that never ends is read only as long as any body may take", async () => {
  const app = fastify({ bodyLimit: 1_000 });
  onTestFinished(() => app.close());
  readRefused(app, 50);
  app.post("/", async () => "");
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000000\r\n\r\nx");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /u);
});
